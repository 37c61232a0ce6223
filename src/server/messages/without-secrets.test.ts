import { expect, test } from 'vitest';
import { demoSite } from '../../demo/settings.ts';
import { layOutMail } from './mail-layout.ts';
import { withoutSecrets } from './send-message.ts';

const publicUrl = 'https://portal.test';
const clean = (words: string, isWrittenByStaff?: boolean) =>
  withoutSecrets({ publicUrl }, words, isWrittenByStaff);
const mailWith = (link: string) =>
  layOutMail(demoSite, {
    subject: 'Your link',
    preview: '',
    greeting: null,
    blocks: [],
    action: { words: 'Sign In', link },
    code: { words: 'Or enter this code:', digits: '482913' },
  });

test.each([
  'https://portal.test/verify?token=Abc-9_',
  'https://portal.test/s/Abc-9_',
  'https://portal.test/api/calendar/feeds/Abc-9_.ics',
  'https://zoom.test/w/81234567890?tk=Abc-9_&pwd=1',
])('%s is replaced in the text and in the HTML', (link) => {
  const { text, html } = mailWith(link);
  for (const words of [text, html]) {
    expect(words).toContain('Abc-9_');
    expect(clean(words)).not.toContain('Abc-9_');
    expect(clean(words)).toContain('[link]');
  }
});

test('codes are replaced', () => {
  const { text, html } = mailWith(publicUrl);
  for (const words of [text, html]) expect(clean(words)).not.toContain('482913');
  expect(clean('482913 is your code.\n@portal.test #482913')).toBe(
    '[code] is your code.\n@portal.test #[code]',
  );
});

test('links to the portal’s own pages stay', () => {
  const { text, html } = mailWith('https://portal.test/schedule?class=6');
  expect(clean(text)).toContain('https://portal.test/schedule?class=6');
  expect(clean(html)).toContain('href="https://portal.test/schedule?class=6"');
  expect(clean(html)).not.toContain('[link]');
});

test('in a message from staff, links to other sites stay, but not login links', () => {
  const written = 'See https://maps.test/studio or http://portal.test/s/Abc-9_ at 123456.';
  expect(clean(written, true)).toBe('See https://maps.test/studio or [link] at 123456.');
  expect(clean('Broken: https://[', true)).toBe('Broken: https://[');
});
