import { expect, test } from 'vitest';
import { openFeed } from './feed.ts';

const marcus = { email: 'm@x.test', phone: '+12025550103', name: 'Marcus Bell', role: 'student' };
const at = '2026-11-16T18:00:00.000Z';
const none = { html: null, headers: {}, invitation: null, attachments: [], links: [], at };

function open() {
  const feed = openFeed([marcus], () => new Date(at));
  const texts = () => feed.newestFirst().map(({ text }) => text);
  return { feed, texts };
}

test('an email or text is noted with the name of its recipient', () => {
  const { feed, texts } = open();
  const text = 'Quiet Mornings: Your Class 8 is tomorrow at 9:00 AM PT. Join or move it: http://x';
  feed.noteArrival({ ...none, id: 1, channel: 'text', to: marcus.phone, subject: '', text });
  const subject = 'Your new time for Class 8';
  feed.noteArrival({ ...none, id: 2, channel: 'email', to: 'M@x.test', subject, text: '' });
  feed.noteArrival({ ...none, id: 3, channel: 'email', to: 'else@x.test', subject, text: '' });
  expect(texts()).toEqual([
    'Email to else@x.test: Your new time for Class 8',
    'Email to Marcus Bell: Your new time for Class 8',
    'Text to Marcus Bell: Quiet Mornings: Your Class 8 is tomorrow at 9:00 AM PT. Join or move …',
  ]);
  expect(feed.newestFirst().map(({ path }) => path)).toEqual([
    '/inbox/3',
    '/inbox/2',
    '/phones/%2B12025550103',
  ]);
});

test('repeats are counted, not listed again', () => {
  const { feed } = open();
  for (let time = 0; time < 3; time += 1) feed.note('Zoom doesn’t respond', { isRefusal: true });
  feed.note('Something else');
  expect(feed.newestFirst()).toMatchObject([
    { text: 'Something else', times: 1 },
    { text: 'Zoom doesn’t respond', times: 3, isRefusal: true },
  ]);
});

test('it keeps the newest notes, and changes its version with each', () => {
  const { feed, texts } = open();
  const before = feed.version();
  for (let time = 1; time <= 200; time += 1) feed.note(`Note ${time}`);
  expect(texts()).toHaveLength(150);
  expect(texts()[0]).toBe('Note 200');
  expect(feed.version()).not.toBe(before);
});
