import { FILE_NOT_UTF8, FILE_TOO_LARGE, MOST_IMPORT_BYTES } from '../../contract/words.ts';

/** A file that cannot be sent at all; the message says why. */
export class UnreadableFile extends Error {}

/** The beginnings of ZIP (such as .xlsx and .ods) and of the older .xls. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const utf16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** The text of a file that somebody has chosen, where it can be text at all. What its rows say, the server judges. */
export async function readCsvFile(file: Blob): Promise<string> {
  if (file.size === 0) throw new UnreadableFile('The file is empty.');
  if (file.size > MOST_IMPORT_BYTES) throw new UnreadableFile(FILE_TOO_LARGE);
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new UnreadableFile('The file could not be read. Please choose it again.');
    }),
  );
  const startsWith = (start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (workbooks.some(startsWith)) {
    throw new UnreadableFile(
      'This is a workbook, not a CSV file. Please open it in its own program and save it as “CSV UTF-8”.',
    );
  }
  if (utf16.some(startsWith)) throw new UnreadableFile(FILE_NOT_UTF8);
  if (bytes.includes(0)) throw new UnreadableFile('This is not a CSV file.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(FILE_NOT_UTF8);
  }
}
