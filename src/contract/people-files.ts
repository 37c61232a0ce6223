import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EXPORTED_LISTS, FILE_TOO_LARGE, MOST_IMPORT_BYTES } from './people-file-format.ts';

const importedRole = z.enum(['student', 'alumni']);
export type ImportedRole = z.infer<typeof importedRole>;

const importedRow = z.object({
  /** Where the row begins in the file; the header is line 1. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  outcome: z.enum(['add', 'unchanged', 'problem']),
  problems: z.array(z.string()),
  /** What the row brings, such as 'Student, 2 classes completed, 1 upcoming'. */
  summary: z.string(),
});

export type ImportedRow = z.infer<typeof importedRow>;

const importResult = z.object({
  /** Whether anything was written: never in a preview, and never when a row has a problem. */
  applied: z.boolean(),
  totals: z.object({ add: z.int(), unchanged: z.int(), problem: z.int() }),
  /** Of the people to add. */
  classes: z.object({ completed: z.int(), missed: z.int(), upcoming: z.int() }),
  rows: z.array(importedRow),
});
export type ImportResult = z.infer<typeof importResult>;

export const peopleFileCalls = {
  importPeople: endpoint({
    summary: 'Imports people from CSV, or says what that would do',
    method: 'POST',
    path: '/api/admin/people/import',
    access: 'admins',
    // In JSON a quotation mark or line break takes two bytes.
    maxBodyBytes: 2 * MOST_IMPORT_BYTES + 1024,
    body: z.strictObject({
      csv: z.string('Please choose a file').check(z.maxLength(MOST_IMPORT_BYTES, FILE_TOO_LARGE)),
      role: importedRole,
      sendWelcome: z.boolean(),
      /** False only says what would be done. */
      apply: z.boolean(),
    }),
    response: importResult,
    refusals: [409],
  }),
  exportPeople: endpoint({
    summary: 'Returns one of the lists as CSV',
    method: 'GET',
    path: '/api/admin/export/:what',
    access: 'admins',
    params: z.object({ what: z.enum(EXPORTED_LISTS, 'Not found') }),
    response: z.string(),
    mediaType: 'text/csv',
  }),
};
