import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toHtml } from './markdown.ts';

test('Markdown becomes headings, paragraphs, lists and bold words', () => {
  expect(toHtml('# A & B\n\none\ntwo\n\n- **x:** y\n- z')).toBe(
    '<h1>A &amp; B</h1>\n<p>one two</p>\n<ul><li><strong>x:</strong> y</li><li>z</li></ul>',
  );
});

test('an item of a list goes on in the lines that are indented below it', () => {
  expect(toHtml('1. one\n   more\n2. two')).toBe('<ol><li>one more</li><li>two</li></ol>');
});

test('a block of code keeps its lines, and what looks like a mark in it', () => {
  expect(toHtml('Type:\n\n```sh\na *b* <c>\n\n- d\n```\n\nDone.')).toBe(
    '<p>Type:</p>\n<pre><code>a *b* &lt;c></code>\n<code></code>\n<code>- d</code></pre>\n<p>Done.</p>',
  );
});

test('words in code are left alone; others can be slanted or a link', () => {
  expect(toHtml('*Press* `a*b*c`, see [there](#there)')).toBe(
    '<p><em>Press</em> <code>a*b*c</code>, see <a href="#there">there</a></p>',
  );
});

test('a table has a head and rows, whose cells name their column and may be empty', () => {
  expect(toHtml('| A | B |\n|---|---|\n| 1 | `2` |\n| 3 | |')).toBe(
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td data-title="A">1</td><td data-title="B"><code>2</code></td></tr><tr><td data-title="A">3</td><td data-title="B"></td></tr></tbody></table>',
  );
});

test('headings have the anchors that GitHub gives them, where these are wanted', () => {
  expect(toHtml('## 9. Classes, teachers, students', { hasAnchors: true })).toBe(
    '<h2 id="9-classes-teachers-students">9. Classes, teachers, students</h2>',
  );
});

test('every link of the manual leads to a heading that it has', () => {
  const manual = ['docs/operating.md', 'docs/operating/running.md']
    .map((file) => toHtml(readFileSync(file, 'utf8'), { hasAnchors: true }))
    .join('');
  const targets = [...manual.matchAll(/href="[^"#]*#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(11);
  for (const target of targets) expect(manual).toContain(` id="${target}"`);
});
