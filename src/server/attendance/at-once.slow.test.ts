import { raceForAttendance } from '../../../tests/support/attendance-races.ts';
import { readReport } from './read-report.ts';

raceForAttendance({
  rounds: 12,
  readReport: (portal, classId) => readReport(portal, { classId, instanceId: null }),
});
