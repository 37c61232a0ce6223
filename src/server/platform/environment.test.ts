import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findCutOff } from './environment.ts';

const directory = mkdtempSync(join(tmpdir(), 'course-portal-env-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('finds unquoted values that Node cuts off at a # in the env file', () => {
  const file = join(directory, 'portal.env');
  const lines = [
    '# A comment',
    '#PORT=3000',
    'ORGANIZATION=Quiet Lake #1 School',
    'COURSE_SHORT_NAME="TM #1"',
    'LINK_KEY=#starts-with-it',
    'HOST=127.0.0.1',
  ];
  writeFileSync(file, lines.join('\n'));
  const cut = ['ORGANIZATION', 'LINK_KEY'];
  expect(findCutOff([`--env-file=${file}`])).toEqual(cut);
  expect(findCutOff(['--env-file', file, '--inspect'])).toEqual(cut);
  expect(findCutOff(['--max-semi-space-size=16'])).toEqual([]);
});
