import type { QueryClient } from '@tanstack/react-query';
import { invalidate, updateCached } from '../api.ts';

interface Entered {
  id: number;
  retreatTitle: string;
  retreatDescription: string;
}

/** Into the list of students, which is not fetched again for that; the person's page is. */
export function addEnteredRetreat(client: QueryClient, studentId: number, entered: Entered): void {
  const { id, retreatTitle: title, retreatDescription: description } = entered;
  updateCached(client, 'GET /api/students', (students) =>
    students.map((student) =>
      student.id === studentId && student.retreatDetails.every((one) => one.id !== id)
        ? {
            ...student,
            retreatScheduled: 'Yes',
            retreatDetails: [...student.retreatDetails, { id, title, description }],
          }
        : student,
    ),
  );
  invalidate(client, 'GET /api/admin/people/:id');
}
