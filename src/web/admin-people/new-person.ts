export const newPersonWords = {
  student: {
    kind: 'Student',
    list: 'GET /api/students',
    sentence: 'They get an email with a link that signs them in.',
  },
  alumni: {
    kind: 'Alumni',
    list: 'GET /api/alumni',
    sentence:
      'Somebody who has finished the course. They get an email with a link that signs them in.',
  },
} as const;

export type NewPersonRole = keyof typeof newPersonWords;
