import { expect } from 'vitest';
import type { TimelineEntry } from '../../src/contract/history.ts';
import type { Student } from './students.ts';

export async function readTimeline(reader: Student, personId: number, kind?: string) {
  const entries: TimelineEntry[] = [];
  let after: string | null = '';
  let pages = 0;
  while (after !== null) {
    const query = new URLSearchParams({ ...(kind && { kind }), ...(after && { after }) });
    const { status, body } = await reader.get(`/api/admin/people/${personId}/timeline?${query}`);
    expect(status).toBe(200);
    entries.push(...body.entries);
    after = body.next;
    pages += 1;
  }
  return { entries, pages };
}
