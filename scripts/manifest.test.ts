import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = 'src/web';
const manifest = JSON.parse(readFileSync(join(web, 'public/manifest.webmanifest'), 'utf8'));
const page = readFileSync(join(web, 'index.html'), 'utf8');
const theme = readFileSync(join(web, 'ui/theme.css'), 'utf8');

function readPng(path: string) {
  const file = readFileSync(join(web, 'public', path));
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  const isClear = [4, 6].includes(file.readUInt8(25));
  return { size: `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, isClear };
}

test('the manifest has a name, a start page and its own window', () => {
  expect(manifest).toMatchObject({ name: 'Course Portal', start_url: '/', scope: '/' });
  expect(manifest.display).toBe('standalone');
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
});

test('its colors match the pages', () => {
  expect(theme).toContain(`--color-sky: ${manifest.theme_color};`);
  expect(theme).toContain(`--color-page: ${manifest.background_color};`);
  const meta = '<meta name="theme-color" media="(prefers-color-scheme: light)"';
  expect(page).toContain(`${meta} content="${manifest.theme_color}" />`);
});

test('every icon exists in its declared size', () => {
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons;
  for (const { src, sizes } of icons) expect(readPng(src).size, src).toBe(sizes);
  const kinds = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
});

test('maskable and home screen icons are opaque', () => {
  const [, touch = ''] = page.match(/rel="apple-touch-icon" href="([^"]+)"/) ?? [];
  expect(readPng(touch).size).toBe('180x180');
  expect(readPng('/icons/maskable-512.png').isClear).toBe(false);
  expect(readPng(touch).isClear).toBe(false);
});
