import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { listUnknown } from '../../../contract/fields.ts';
import { type ImportedRole, peopleCalls } from '../../../contract/people.ts';
import { classColumn, FILE_NOT_UTF8, PERSON_COLUMNS } from '../../../contract/words.ts';
import { classNumbersFrom } from '../../../course/shown-classes.ts';
import { mapInSlices, slicesOf } from '../../platform/csv.ts';
import { DomainError } from '../../platform/errors.ts';
import { readPhone } from '../../platform/phone.ts';
import { type ClassCell, readClassCell } from './class-cells.ts';

const mostRows = 5000;
const columns = PERSON_COLUMNS;
const optional: string[] = [columns.phoneNumber, columns.transferStudent];

export const personColumnNames: string[] = Object.values(columns);

export interface FileRow {
  line: number;
  email: string;
  name: string;
  person: FilePerson | null;
  classes: ClassCell[];
  problems: string[];
}

export interface FilePerson extends Omit<BodyOf<typeof peopleCalls.addPerson>, 'phoneNumber'> {
  phone: string | null;
}

/** Throws if the whole file is unreadable. Problems in a single row are collected in that row's `problems`. */
export async function readImportFile(csv: string, role: ImportedRole, firstClass: number) {
  const [header, ...records] = await parseRecords(csv);
  if (!header) throw unreadable('The file is empty.');
  const numbers = classNumbersFrom(firstClass);
  const names = readHeader(header.cells, [...personColumnNames, ...numbers.map(classColumn)]);
  if (records.length === 0) throw unreadable('The file has a header but no rows.');
  if (records.length > mostRows) {
    throw unreadable(
      `The file has ${records.length} rows. Please split it: we can read up to ${mostRows} rows at a time.`,
    );
  }
  return mapInSlices(records, ({ line, cells }): FileRow => {
    const problems: string[] = [];
    if (cells.length > names.length) {
      problems.push(`This row has ${cells.length} cells, but the header has ${names.length}.`);
    }
    const row = new Map(names.map((name, at) => [name, readCell(cells[at])]));
    const person = readPerson(row, role, problems);
    const classes = readClasses(row, role, numbers, problems);
    const cell = (name: string) => row.get(name) ?? '';
    const name = `${cell(columns.firstName)} ${cell(columns.lastName)}`.trim();
    return { line, email: cell(columns.email), name, person, classes, problems };
  });
}

const unreadable = (sentence: string) => new DomainError('import-file-unreadable', { sentence });

async function parseRecords(csv: string): Promise<{ line: number; cells: string[] }[]> {
  // UTF-16 text decoded as UTF-8 usually contains NUL characters.
  if (/[\uFFFD\0]/.test(csv)) throw unreadable(FILE_NOT_UTF8);
  try {
    const parser = parse({
      bom: true,
      info: true,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
    const rows: { line: number; cells: string[] }[] = [];
    await pipeline(slicesOf(csv.replace(/\r\n?/g, '\n')), parser, async (parsed) => {
      for await (const { info, record } of parsed as AsyncIterable<{
        info: Info;
        record: string[];
      }>) {
        // `info.lines` is the number of the row's last line, but people look for its first line.
        rows.push({ line: info.lines - record.join('').split('\n').length + 1, cells: record });
      }
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(`This isn’t a valid CSV file: ${error.message}.`);
  }
}

function readHeader(cells: string[], known: string[]): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase().replaceAll(' ', '_'));
  const [only = ''] = names;
  if (names.length === 1 && /[;\t]/.test(only)) {
    const separator = only.includes(';') ? 'semicolons' : 'tabs';
    throw unreadable(
      `The columns are separated by ${separator}. Please save the file with commas instead.`,
    );
  }
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === names.length) {
    const needed = personColumnNames.filter((name) => !optional.includes(name)).join(', ');
    throw unreadable(`The first line must contain the column names. Required: ${needed}.`);
  }
  if (unknown.length > 0) {
    const quoted = unknown.map((name) => name || '(no name)');
    throw unreadable(`Unknown column: ${listUnknown(quoted)}. You can use ${known.join(', ')}.`);
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw unreadable(`The column ${twice} appears twice.`);
  const missing = personColumnNames.find(
    (name) => !names.includes(name) && !optional.includes(name),
  );
  if (missing) throw unreadable(`The column ${missing} is missing.`);
  return names;
}

/**
 * Removes the apostrophe that exports put before text that a spreadsheet would treat as a formula, such as +1 202 555
 * 0100.
 */
function readCell(cell = ''): string {
  return cell.trim().replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '');
}

type Row = Map<string, string>;

/**
 * Spreadsheets often write dates as 11/20/2026. The form's message, "Please select a start date", wouldn't help here.
 */
const dateAdvice = 'Please enter the date as year, month and day, such as 2026-11-20';

function readPerson(row: Row, role: ImportedRole, problems: string[]): FilePerson | null {
  const cell = (field: keyof typeof columns) => row.get(columns[field]) ?? '';
  const transfer = cell('transferStudent').toLowerCase();
  const before = problems.length;
  if (!['', 'yes', 'no'].includes(transfer)) {
    problems.push(`${columns.transferStudent}: Please enter yes or no`);
  }
  const { data, error } = peopleCalls.addPerson.body.safeParse({
    email: cell('email'),
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    phoneNumber: cell('phoneNumber'),
    startDate: cell('startDate'),
    transferStudent: role === 'student' && transfer === 'yes',
    role,
  });
  const named = new Set<unknown>();
  for (const { path, message } of error?.issues ?? []) {
    const [field] = path;
    if (named.has(field)) continue;
    named.add(field);
    const sentence = field === 'startDate' ? dateAdvice : message;
    problems.push(`${columns[field as keyof typeof columns]}: ${sentence}`);
  }
  const phone = readPhone(cell('phoneNumber'));
  if (cell('phoneNumber') && !phone && !named.has('phoneNumber')) {
    problems.push(`${columns.phoneNumber}: Please enter a valid phone number`);
  }
  if (!data || problems.length > before) return null;
  const { phoneNumber: _typed, ...fields } = data;
  return { ...fields, phone };
}

function readClasses(row: Row, role: ImportedRole, numbers: number[], problems: string[]) {
  const filled = numbers.filter((number) => row.get(classColumn(number)));
  if (role === 'alumni' && filled.length > 0) {
    problems.push('Alumni don’t have class times. Please leave these columns empty');
    return [];
  }
  return filled.flatMap((number) => {
    const read = readClassCell(number, row.get(classColumn(number)) ?? '');
    if (read) return [read];
    problems.push(
      `${classColumn(number)}: Please enter the date and Pacific time, such as 2026-12-01 4PM or 2026-12-01 16:00`,
    );
    return [];
  });
}
