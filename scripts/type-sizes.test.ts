import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Tailwind ignores the names of sizes that the theme doesn't define, so such text would silently have the wrong size. */
test('the screens use only the five type sizes of the theme', () => {
  const theme = readFileSync('src/web/ui/theme.css', 'utf8');
  const sizes = [...theme.matchAll(/--text-(\w+):/g)].map(([, name]) => name);
  const files = globSync('src/web/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));
  const used = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\btext-(xs|sm|base|lg|\d?xl|\[[\d.]+rem\])/g)].map(
      ([, name]) => name,
    ),
  );
  expect(sizes).toHaveLength(5);
  expect(new Set(used)).toEqual(new Set(sizes));
});
