import { FILE_NOT_UTF8, FILE_TOO_LARGE, MOST_IMPORT_BYTES } from '../../contract/words.ts';

/** The message is shown to the user. */
export class UnreadableFile extends Error {}

/** The first bytes of ZIP files (.xlsx and .ods) and of the older .xls format. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const utf16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Returns the file's text. Only checks that it could be CSV, because the server reads the rows. */
export async function readCsvFile(file: Blob): Promise<string> {
  if (file.size === 0) throw new UnreadableFile('The file is empty.');
  if (file.size > MOST_IMPORT_BYTES) throw new UnreadableFile(FILE_TOO_LARGE);
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new UnreadableFile('We couldn’t read the file. Please choose it again.');
    }),
  );
  const startsWith = (start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (workbooks.some(startsWith)) {
    throw new UnreadableFile(
      'This is a spreadsheet, not a CSV file. Please open it and save it as “CSV UTF-8”.',
    );
  }
  if (utf16.some(startsWith)) throw new UnreadableFile(FILE_NOT_UTF8);
  if (bytes.includes(0)) throw new UnreadableFile('This isn’t a CSV file. Please choose one.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(FILE_NOT_UTF8);
  }
}
