import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { chromium } from '@playwright/test';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';
import { policyMark, policyPage } from './policy-page.ts';

const target = 'src/web/public/privacy-policy.pdf';

await unpackBrowserIfNeeded();
const browser = await chromium.launch(browserLaunch());
const page = await browser.newPage();
await page.setContent(policyPage());
await page.evaluate('document.fonts.ready');
const pdf = await page.pdf({ tagged: true, outline: true, preferCSSPageSize: true });
await browser.close();

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, withMark(pdf));
process.stdout.write(`${target}: ${Math.round(pdf.length / 1024)} KB\n`);

/** After the last object, adds a comment that identifies the text this PDF was made from. */
function withMark(document: Buffer): Buffer {
  const at = document.lastIndexOf('startxref');
  const mark = Buffer.from(`${policyMark()}\n`);
  return Buffer.concat([document.subarray(0, at), mark, document.subarray(at)]);
}
