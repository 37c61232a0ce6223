import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Imports the files in a process of their own, because tests share loaded modules, and returns the known messages. */
async function messagesAfter(files: string[]): Promise<string[]> {
  const all = [...files, 'src/server/messages/define-message.ts'];
  const code = `const modules = await Promise.all(${JSON.stringify(all)}.map((file) => import('./' + file)));
    console.log(JSON.stringify([...modules.at(-1).messages.keys()].sort()));`;
  const typed = ['--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, typed);
  return JSON.parse(stdout);
}

test('the command line knows every message that is defined on the server', async () => {
  const defining = globSync('src/server/**/*.ts').filter(
    (file) => !file.includes('.test.') && /\bdefineMessage\b/.test(readFileSync(file, 'utf8')),
  );
  const entry = 'src/server/command-line/run.ts';
  const [known, every] = await Promise.all([
    messagesAfter([entry]),
    messagesAfter([entry, ...defining]),
  ]);
  expect(every.length).toBeGreaterThan(30);
  expect(known).toEqual(every);
});
