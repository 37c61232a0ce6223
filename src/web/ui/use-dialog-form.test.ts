import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { mergeNewer, schemaResolver } from './use-dialog-form.tsx';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.regex(/^A/, 'Not an A')),
  age: z.string().check(z.regex(/^\d+$/, 'Age is a number')),
});
const resolve = (values: z.input<typeof schema>) =>
  schemaResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });

test('a valid form is parsed by the schema', async () => {
  expect(await resolve({ name: ' Ada ', age: '36' })).toEqual({
    values: { name: 'Ada', age: '36' },
    errors: {},
  });
});

test('each field gets its first error', async () => {
  const { errors } = await resolve({ name: '', age: 'old' });
  expect(errors).toMatchObject({
    name: { message: 'Name is required' },
    age: { message: 'Age is a number' },
  });
});

const before = { firstName: 'Ada', lastName: 'Byron', phone: '' };

test('after a conflict, untouched fields get the newer values', () => {
  const typed = { ...before, lastName: 'Lovelace' };
  const now = { ...before, firstName: 'Augusta' };
  expect(mergeNewer(before, typed, now)).toEqual({
    firstName: 'Augusta',
    lastName: 'Lovelace',
    phone: '',
  });
});

test('if both have changed the same field, the input stays', () => {
  const typed = { ...before, phone: '+12025550101' };
  const now = { ...before, phone: '+12025550102' };
  expect(mergeNewer(before, typed, now).phone).toBe('+12025550101');
});
