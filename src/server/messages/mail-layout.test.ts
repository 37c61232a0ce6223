import { expect, test } from 'vitest';
import { demoSite } from '../../demo/settings.ts';
import { layOutMail } from './mail-layout.ts';

const link = 'https://portal.test/verify?token=a&b';
const mail = layOutMail({ site: demoSite, publicUrl: 'https://portal.test' }, 'Nora', {
  subject: 'Hello <you>',
  preview: 'The gist & more',
  blocks: [
    'Your class is on Tuesday at 4:00 PM PT.',
    { steps: ['Choose.', 'Come.'] },
    { rows: [['Class 5', 'Tuesday, with <Zoë>']] },
  ],
  button: ['Open it', '/verify?token=a&b'],
  afterwards: 'That is all.',
});

test('the plain text reads like a letter, with the address after the button’s label', () => {
  expect(mail.text).toBe(`Hello Nora,

Your class is on Tuesday at 4:00 PM PT.

1. Choose.
2. Come.

Class 5: Tuesday, with <Zoë>

Open it:
${link}

That is all.

Questions? Just reply to this email, or write to help@quiet-mornings.test.

Quiet Mornings
`);
});

test('the page declares type, language, charset, width and both color schemes', () => {
  expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
  expect(mail.html).toContain('<meta name="viewport" content="width=device-width');
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
  expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  expect(mail.html).toContain('max-width:600px');
});

test('the page begins with a hidden preview and loads nothing', () => {
  const [, afterBody = ''] = mail.html.split(/<body[^>]*>\n/);
  expect(afterBody).toMatch(/^<div style="display:none[^"]*">The gist &amp; more/);
  expect(mail.html).not.toMatch(/<img|url\(|<script|<link/);
});

test('the button’s address is below it, and content is escaped', () => {
  const href = 'https://portal.test/verify?token=a&amp;b';
  expect(mail.html.split(`href="${href}"`)).toHaveLength(3);
  expect(mail.html).toContain('>https://portal.test/<wbr>verify?token=a&amp;b</a>');
  expect(mail.html).toContain('<title>Hello &lt;you&gt;</title>');
  expect(mail.html).toContain('with &lt;Zoë&gt;');
});

test('Outlook for Windows finds the color, the padding and the font of the button on its cell', () => {
  expect(mail.html).toMatch(/<td [^>]*bgcolor="#8ccbf2" [^>]*mso-padding-alt:15px 30px;font:16px/);
});

test('times of day stay on one line', () => {
  expect(mail.html).toContain('at 4:00&nbsp;PM&nbsp;PT.');
});
