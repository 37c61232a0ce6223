import { expect, test } from 'vitest';
import { demoSite } from '../../demo/settings.ts';
import { layOutMail } from './mail-layout.ts';
import { withoutSecrets } from './send-message.ts';

const publicUrl = 'https://portal.test';
const clean = (words: string, isWrittenByStaff?: boolean) =>
  withoutSecrets({ publicUrl }, words, isWrittenByStaff);
const mailWith = (link: string) =>
  layOutMail({ site: demoSite, publicUrl }, 'Nora', {
    subject: 'Your link',
    preview: '',
    blocks: [],
    button: ['Sign In', link],
    code: { words: 'Or enter this code:', digits: '482913' },
  });

test.each([
  'https://portal.test/verify?token=Abc-9_',
  'https://portal.test/s/Abc-9_',
  'https://portal.test/api/calendar/feeds/Abc-9_.ics',
  'https://zoom.test/w/81234567890?tk=Abc-9_&pwd=1',
])('%s is replaced', (link) => {
  const { text } = mailWith(link);
  expect(text).toContain('Abc-9_');
  expect(clean(text)).not.toContain('Abc-9_');
  expect(clean(text)).toContain('[link]');
});

test('codes are replaced', () => {
  expect(clean(mailWith(publicUrl).text)).not.toContain('482913');
  expect(clean('482913 is your code.\n@portal.test #482913')).toBe(
    '[code] is your code.\n@portal.test #[code]',
  );
});

test('links to the portal’s own pages stay', () => {
  const { text } = mailWith('https://portal.test/schedule?class=6');
  expect(clean(text)).toContain('https://portal.test/schedule?class=6');
  expect(clean(text)).not.toContain('[link]');
});

test('in a message from staff, links to other sites stay, but not login links', () => {
  const written = 'See https://maps.test/studio or http://portal.test/s/Abc-9_ at 123456.';
  expect(clean(written, true)).toBe('See https://maps.test/studio or [link] at 123456.');
  expect(clean('Broken: https://[', true)).toBe('Broken: https://[');
});
