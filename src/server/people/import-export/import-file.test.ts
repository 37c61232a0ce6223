import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readClassCell, writeClassCell } from './class-cells.ts';
import { readImportFile } from './import-file.ts';

const header = 'email,first_name,last_name,phone,start_date,transfer,class_5';
const read = (csv: string, role: 'student' | 'alumni' = 'student') => readImportFile(csv, role, 5);
const rowOf = async (line: string) => (await read(`${header}\n${line}`))[0];
const sentenceOf = (csv: string) =>
  read(csv).then(
    () => null,
    (error: { details: { sentence: string } }) => error.details.sentence,
  );

test('any cell quoted as CSV reads back unchanged', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((text) => !text.includes('\uFFFD'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      async (names, lineEnd, bom) => {
        const rows = names.map((name, at) => [`p${at}@x.test`, 'A', name, '2026-01-01']);
        const csv = stringify([['email', 'first_name', 'last_name', 'start_date'], ...rows], {
          record_delimiter: lineEnd,
          bom,
          quoted: true,
        });
        const asRead = names.map((name) =>
          `A ${name
            .replace(/\r\n?/g, '\n')
            .trim()
            .replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')}`.trim(),
        );
        expect((await read(csv)).map(({ name }) => name)).toEqual(asRead);
      },
    ),
  );
});

test('columns can be in any order, written with spaces or capitals, and optional ones can be missing', async () => {
  const [row] = await read(
    'Last_Name, start_date ,EMAIL,First Name\nByron,2026-11-20,ada@x.test,Ada\n',
  );
  expect(row).toMatchObject({ email: 'ada@x.test', name: 'Ada Byron', problems: [], classes: [] });
  expect(row?.person).toMatchObject({ phone: null, transferStudent: false });
});

test('a row is named by its first line, after empty lines and multi-line cells', async () => {
  const csv = `${header}\r\n\r\na@x.test,"A\r\nB",C,,2026-01-01,,\r\n,,,,,,\r\nb@x.test,A,B,,2026-01-01,,\r\n`;
  expect((await read(csv)).map(({ line, email }) => [line, email])).toEqual([
    [3, 'a@x.test'],
    [6, 'b@x.test'],
  ]);
});

test('an unreadable file is rejected with a message', async () => {
  const row = 'a@x.test,A,B,,2026-01-01,,';
  for (const [csv, sentence] of [
    ['', 'The file is empty.'],
    ['\uFEFF\n\n', 'The file is empty.'],
    [header, 'The file has a header but no rows.'],
    ['email;first_name;last_name;start_date\na;b;c;d', 'The columns are separated by semicolons.'],
    ['email\tfirst_name\na\tb', 'The columns are separated by tabs.'],
    [`${header},shoe_size\n${row},42`, 'Unknown column: shoe_size. You can use email, first_name'],
    [`${header},class_4\n${row},`, 'Unknown column: class_4.'],
    [`${header},email\n${row},a`, 'The column email appears twice.'],
    ['email,first_name,last_name\na,b,c', 'The column start_date is missing.'],
    [
      'a@x.test,A,B,2026-01-01',
      'The first line must contain the column names. Required: email, first_name,',
    ],
    [`${header}\na@x.test,"A,B`, 'This isn’t a valid CSV file: Quote Not Closed'],
    [`${header}\na@x.test,Ren\uFFFD,B,,2026-01-01,,`, 'The file isn’t in UTF-8.'],
    [`${header}\na\0b@x.test,A,B,,2026-01-01,,`, 'The file isn’t in UTF-8.'],
    [`${header}\n${`${row}\n`.repeat(5001)}`, 'The file has 5001 rows.'],
  ] as const)
    expect(await sentenceOf(csv)).toContain(sentence);
});

test('all invalid fields are reported together, and a date with its expected format', async () => {
  expect((await rowOf('ada,,www.a.com,123,15.11.2026,maybe,tomorrow'))?.problems).toEqual([
    'transfer: Please enter yes or no',
    'email: Please enter a valid email address',
    'first_name: First name is required',
    'last_name: A name can’t contain a web address',
    'phone: Please enter a valid phone number',
    'start_date: Please enter the date as year, month and day, such as 2026-11-20',
    'class_5: Please enter the date and Pacific time, such as 2026-12-01 4PM or 2026-12-01 16:00',
  ]);
  expect((await rowOf('a@x.test,A,B,,2026-01-01,,,more'))?.problems).toEqual([
    'This row has 8 cells, but the header has 7.',
  ]);
});

test('other work gets a turn while a long file is read', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const row = `ada@x.test,${'A'.repeat(80)},B,,2026-01-01,,`;
  await read(`${header}\n${`${row}\n`.repeat(1000)}`);
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(12);
});

test('alumni have no classes in a file', async () => {
  const csv = `${header}\na@x.test,A,B,,2026-01-01,,2026-12-01 4PM`;
  expect((await read(csv, 'alumni'))[0]?.problems).toEqual([
    'Alumni don’t have class times. Please leave these columns empty',
  ]);
});

test('an apostrophe before a phone number or a formula is not part of it', async () => {
  const row = await rowOf("a@x.test,'=A,'t Hooft,'+12025550100,2026-01-01,YES,");
  expect(row?.person).toMatchObject({
    firstName: '=A',
    lastName: "'t Hooft",
    phone: '+12025550100',
    transferStudent: true,
  });
});

test('a class is a Pacific day and time, in summer and winter', () => {
  const start = (text: string) => readClassCell(5, text)?.startsAt.toISOString();
  for (const text of [
    '2026-12-01 4PM',
    '2026-12-01 4:00 pm',
    '2026-12-01 16:00',
    '2026-12-01T16:00',
  ])
    expect(start(text)).toBe('2026-12-02T00:00:00.000Z');
  expect(start('2026-07-01 12PM')).toBe('2026-07-01T19:00:00.000Z');
  expect(start('2026-07-01 12AM')).toBe('2026-07-01T07:00:00.000Z');
  for (const text of [
    '2026-12-01',
    '2026-12-01 16',
    '2026-12-01 24:00',
    '2026-12-01 13PM',
    '2026-02-30 4PM',
    '12/1/2026 4PM',
    '0026-12-01 4PM',
    '1826-12-01 4PM',
    '9999-12-31 4PM',
  ])
    expect(start(text)).toBeUndefined();
});

test('an exported class reads back the same, and a missed one as missed', () => {
  const now = new Date('2026-11-16T18:00:00Z');
  fc.assert(
    fc.property(
      fc.integer({
        min: Date.parse('2000-01-01') / 60_000,
        max: Date.parse('2060-01-01') / 60_000,
      }),
      fc.constantFrom('Present', null),
      (minutes, status) => {
        const startsAt = new Date(minutes * 60_000);
        const written = writeClassCell({ startsAt, attendance: status && { status } }, now);
        const cell = readClassCell(7, written);
        // When the clocks go back in fall, an ambiguous time is read as the first of the two.
        const again = cell ? cell.startsAt.getTime() : Number.NaN;
        expect([0, 3_600_000]).toContain(startsAt.getTime() - again);
        expect(cell?.isMissed).toBe(
          status === null && now.getTime() - startsAt.getTime() > 3_600_000,
        );
      },
    ),
  );
});
