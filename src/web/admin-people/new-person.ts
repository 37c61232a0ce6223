import { adminPeopleCalls } from '../../contract/admin-people.ts';

export const newPersonWords = {
  student: {
    kind: 'Student',
    list: adminPeopleCalls.getStudents,
    sentence: 'They get an email with a link that signs them in.',
  },
  alumni: {
    kind: 'Alumni',
    list: adminPeopleCalls.getAlumni,
    sentence:
      'Somebody who has finished the course. They get an email with a link that signs them in.',
  },
} as const;

export type NewPersonRole = keyof typeof newPersonWords;
