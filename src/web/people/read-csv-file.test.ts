import { expect, test } from 'vitest';
import { readCsvFile } from './read-csv-file.ts';

const read = (...parts: BlobPart[]) => readCsvFile(new Blob(parts));
const bytes = (...list: number[]) => new Uint8Array(list);

test('a UTF-8 file is read with or without a byte order mark', async () => {
  expect(await read('email\nrené@x.test')).toBe('email\nrené@x.test');
  expect(await read(bytes(0xef, 0xbb, 0xbf), 'email\n')).toBe('email\n');
});

test('a file that is not CSV in UTF-8 is rejected with a message', async () => {
  await expect(read('')).rejects.toThrow('The file is empty.');
  await expect(read('x'.repeat(1024 * 1024 + 1))).rejects.toThrow('larger than 1 MB');
  await expect(read('PK', bytes(3, 4), 'sheet')).rejects.toThrow('This is a spreadsheet');
  await expect(read(bytes(0xff, 0xfe, 0x65, 0))).rejects.toThrow('isn’t in UTF-8');
  await expect(read('ren', bytes(0xe9), ',')).rejects.toThrow('isn’t in UTF-8');
  await expect(read('%PDF', bytes(0))).rejects.toThrow('This isn’t a CSV file.');
});

test('a file that was removed after it was chosen is rejected with a message', async () => {
  const gone = { size: 9, arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
  await expect(readCsvFile(gone as unknown as Blob)).rejects.toThrow('Please choose it again.');
});
