import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { schemaResolver } from './use-dialog-form.tsx';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required'), z.regex(/^A/, 'Not an A')),
  age: z.string().check(z.regex(/^\d+$/, 'Age is a number')),
});
const resolve = (values: z.input<typeof schema>) =>
  schemaResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });

test('a valid form comes out as the schema parses it', async () => {
  expect(await resolve({ name: ' Ada ', age: '36' })).toEqual({
    values: { name: 'Ada', age: '36' },
    errors: {},
  });
});

test('each field gets the first of its problems', async () => {
  const { errors } = await resolve({ name: '', age: 'old' });
  expect(errors).toMatchObject({
    name: { message: 'Name is required' },
    age: { message: 'Age is a number' },
  });
});
