import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toHtml } from './markdown.ts';

const text = 'docs/privacy-policy.md';
const face = (weight: number) =>
  readFileSync(
    `node_modules/@fontsource/newsreader/files/newsreader-latin-${weight}-normal.woff2`,
  ).toString('base64');

/** Small pages keep the text large in a frame and on a phone. */
const look = `
  @page { size: A5; margin: 15mm 16mm; }
  body { font: 11pt/1.5 Newsreader; color: #14303f; margin: 0; }
  h1 { font: 500 24pt/1.15 Newsreader; margin: 0 0 6pt; letter-spacing: -0.01em; }
  h2 { font: 500 15pt/1.2 Newsreader; margin: 20pt 0 4pt; break-after: avoid; }
  h1 + p { color: #4d6473; margin-bottom: 16pt; }
  p { margin: 0 0 7pt; } ul { margin: 0 0 7pt; padding-left: 15pt; } li { margin-bottom: 3pt; }
  p, li { orphans: 2; widows: 2; } strong { font-weight: 500; }`;

/** We embed the fonts, so that the PDF looks the same no matter which machine made it. */
export function policyPage(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Privacy Policy</title><style>
  ${[400, 500].map((weight) => `@font-face { font-family: Newsreader; font-weight: ${weight}; src: url(data:font/woff2;base64,${face(weight)}); }`).join('\n  ')}
  ${look}</style></head><body>${toHtml(readFileSync(text, 'utf8'))}</body></html>`;
}

export function policyMark(): string {
  return `% made from sha256 ${createHash('sha256').update(policyPage()).digest('hex')}`;
}
