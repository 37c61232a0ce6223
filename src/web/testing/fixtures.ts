import type { ResponseTo } from '../../contract/contract.ts';
import type { Answers } from './fake-api.ts';

type Entry = ResponseTo<'GET /api/schedule'>[number];

const starts = [
  '2026-11-10T17:00:00.000Z',
  '2026-11-18T17:00:00.000Z',
  '2026-11-25T17:00:00.000Z',
  '2026-12-16T17:00:00.000Z',
  '2027-01-13T17:00:00.000Z',
  '2027-02-10T17:00:00.000Z',
];

export function scheduleEntry(classNumber: number, changes: Partial<Entry> = {}): Entry {
  return {
    id: classNumber,
    classNumber,
    classId: 100 + classNumber,
    isRescheduled: false,
    wasInRoom: false,
    studentZoomJoinUrl: `https://zoom.test/own/${classNumber}`,
    class: {
      startTime: starts[classNumber - 5] ?? '',
      zoomJoinUrl: `https://zoom.test/class/${classNumber}`,
      instructorFirstName: 'Daniel',
    },
    cancellation: null,
    ...changes,
  };
}

/** Classes 5 to 10, class 5 a week ago and class 6 in two days; it was attended unless told otherwise. */
export const studentAnswers: Answers = {
  'GET /api/schedule': [5, 6, 7, 8, 9, 10].map((classNumber) => scheduleEntry(classNumber)),
  'GET /api/attendance': [{ classId: 105, status: 'Present' }],
  'GET /api/retreat-registration': null,
};
