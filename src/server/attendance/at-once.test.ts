import { raceForAttendance } from '../../../tests/support/attendance-races.ts';
import { readReport } from './read-report.ts';

raceForAttendance({
  rounds: 2,
  readReport: (portal, classId) => readReport(portal, { classId, instanceId: null }),
});
