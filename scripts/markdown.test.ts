import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toHtml } from './markdown.ts';

test('a code block keeps its lines and special characters', () => {
  expect(toHtml('Type:\n\n```sh\na *b* <c>\n\n- d\n```\n\nDone.')).toBe(
    '<p>Type:</p>\n<pre><code>a *b* &lt;c></code>\n<code></code>\n<code>- d</code></pre>\n<p>Done.</p>',
  );
});

test('a table’s cells name their column and may be empty', () => {
  expect(toHtml('| A | B |\n|---|---|\n| 1 | `2` |\n| 3 | |')).toBe(
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td data-title="A">1</td><td data-title="B"><code>2</code></td></tr><tr><td data-title="A">3</td><td data-title="B"></td></tr></tbody></table>',
  );
});

test('headings get GitHub’s anchors on request', () => {
  expect(toHtml('## 9. Classes, teachers, students', { hasAnchors: true })).toBe(
    '<h2 id="9-classes-teachers-students">9. Classes, teachers, students</h2>',
  );
});

test('every link in the manual leads to a heading', () => {
  const manual = ['docs/operating.md', 'docs/operating/running.md']
    .map((file) => toHtml(readFileSync(file, 'utf8'), { hasAnchors: true }))
    .join('');
  const targets = [...manual.matchAll(/href="[^"#]*#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(11);
  for (const target of targets) expect(manual).toContain(` id="${target}"`);
});
