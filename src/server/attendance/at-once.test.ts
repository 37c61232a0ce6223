import { raceForAttendance } from '../../../tests/support/attendance-races.ts';

raceForAttendance({ rounds: 2 });
