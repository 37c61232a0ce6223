import { expect, test } from 'vitest';
import { changeAddress, readPage, readSort, writeSort } from './list-address.ts';

test('an invalid page in the URL is page 1', () => {
  expect(readPage('12')).toBe(12);
  for (const text of [null, '', '0', '-2', '1.5', '1e3', 'last', '99999999']) {
    expect(readPage(text), String(text)).toBe(1);
  }
});

const columns = ['Email', 'Last Name'];

test('a sort order can be written to the URL and read back', () => {
  for (const column of columns) {
    for (const direction of ['ascending', 'descending'] as const) {
      const sort = { column, direction };
      expect(readSort(writeSort(sort), columns)).toEqual(sort);
    }
  }
  expect(writeSort({ column: 'Last Name', direction: 'descending' })).toBe('-last-name');
});

test('an unknown column is ignored', () => {
  for (const text of [null, '', '-', 'phone']) expect(readSort(text, columns)).toBeUndefined();
});

test('a change keeps other parameters, and null removes one', () => {
  const address = new URLSearchParams('tab=students&page=3&search=bell');
  const changed = changeAddress(address, { page: null, sort: 'email' });
  expect(changed.toString()).toBe('tab=students&search=bell&sort=email');
  expect(address.get('page')).toBe('3');
});
