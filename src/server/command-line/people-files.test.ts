import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOf } from '../../../tests/support/command-line.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { auditLog, people } from '../database/schema.ts';
import { runCommandLine } from './run.ts';

let portal: Portal;
let environment: Record<string, string>;
let directory: string;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  environment = environmentOf(portal);
  directory = await mkdtemp(join(tmpdir(), 'course-portal-import-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await portal[Symbol.asyncDispose]();
});

async function run(...typed: string[]) {
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runCommandLine(typed, {
    environment,
    say: (line) => void output.push(line),
    complain: (line) => void complaints.push(line),
  });
  return { code, output: output.join('\n'), complaints: complaints.join('\n') };
}

async function fileWith(...rows: string[]): Promise<string> {
  const file = join(directory, 'people.csv');
  await writeFile(file, ['email,first_name,last_name,start_date', ...rows].join('\n'));
  return file;
}

test('import-people and export-people refuse wrong arguments with exit code 2', async () => {
  for (const [typed, sentence] of [
    [['import-people'], 'import-people needs one file.'],
    [['import-people', 'a.csv', 'b.csv'], 'import-people needs one file.'],
    [['import-people', 'a.csv', '--aply'], 'import-people has no option --aply.'],
    [['export-people'], 'export-people needs one of students, alumni, classes.'],
    [['export-people', 'staff'], 'export-people needs one of students, alumni, classes.'],
  ] as const) {
    const { code, complaints } = await run(...typed);
    expect([code, complaints]).toEqual([2, expect.stringContaining(sentence)]);
  }
});

test('import-people previews the import, and applies it with --apply', async () => {
  const file = await fileWith('ada@school.test,Ada,Byron,2026-09-01');
  const found = () => portal.database.$count(people, eq(people.email, 'ada@school.test'));
  const preview = await run('import-people', file, '--alumni');
  expect(preview).toMatchObject({ code: 0, complaints: '' });
  expect(preview.output).toContain('line 2  add  Ada Byron, ada@school.test, Alumni');
  expect(preview.output).toContain('1 to add, 0 unchanged, 0 with problems.');
  expect(await found()).toBe(0);

  const applied = await run('import-people', file, '--alumni', '--apply');
  expect(applied.output).toContain('Done.');
  expect(await found()).toBe(1);
  const rows = await portal.database.select().from(auditLog).where(eq(auditLog.subject, 'people'));
  expect(rows).toMatchObject([{ action: 'people: imported', actorId: null, via: 'command line' }]);
});

test('import-people exits with 1 for a bad row or a missing file', async () => {
  const file = await fileWith('bob,Bob,B,2026-09-01');
  const { code, output, complaints } = await run('import-people', file, '--apply');
  expect([code, complaints]).toEqual([1, expect.stringContaining('Nothing was changed')]);
  expect(output).toContain('  email: Please enter a valid email address');
  expect((await run('import-people', join(directory, 'none.csv'))).complaints).toContain('ENOENT');
});

test('export-people writes what import-people reads', async () => {
  const { code, output } = await run('export-people', 'students');
  expect([code, output]).toEqual([0, expect.stringMatching(/^\uFEFFemail,first_name,last_name,/)]);
  const file = join(directory, 'students.csv');
  await writeFile(file, output);
  const again = await run('import-people', file);
  expect(again.output).toMatch(/^0 to add, \d+ unchanged, 0 with problems\.$/m);
});
