import { expect, test } from 'vitest';
import { openFeed } from './feed.ts';

const marcus = { email: 'm@x.test', phone: '+12025550103', name: 'Marcus Bell', role: 'student' };
const at = '2026-11-16T18:00:00.000Z';
const none = { html: null, headers: {}, invitation: null, attachments: [], links: [], at };

function open() {
  const feed = openFeed([marcus], () => new Date(at));
  const words = () => feed.newestFirst().map((note) => note.words);
  return { feed, words };
}

test('mails and texts are told by the name of whom they reach, and by what they are', () => {
  const { feed, words } = open();
  const text = 'Quiet Mornings: your class 8 is tomorrow at 9:00 AM PT. Join or move it: http://x';
  feed.noteArrival({ ...none, id: 1, channel: 'text', to: marcus.phone, subject: '', text });
  const subject = 'Your new time for class 8';
  feed.noteArrival({ ...none, id: 2, channel: 'email', to: 'M@x.test', subject, text: '' });
  feed.noteArrival({ ...none, id: 3, channel: 'email', to: 'else@x.test', subject, text: '' });
  expect(words()).toEqual([
    'Mail to else@x.test: Your new time for class 8',
    'Mail to Marcus Bell: Your new time for class 8',
    'Reminder sent to Marcus Bell: class 8',
  ]);
  expect(feed.newestFirst().map(({ path }) => path)).toEqual([
    '/inbox/3',
    '/inbox/2',
    '/phones/%2B12025550103',
  ]);
});

test('the same thing again is counted and not listed again', () => {
  const { feed } = open();
  for (let time = 0; time < 3; time += 1) feed.note('Zoom does not answer', { isRefusal: true });
  feed.note('Something else');
  expect(feed.newestFirst()).toMatchObject([
    { words: 'Something else', times: 1 },
    { words: 'Zoom does not answer', times: 3, isRefusal: true },
  ]);
});

test('it keeps the newest, and says by its version that something is new', () => {
  const { feed, words } = open();
  const before = feed.version();
  for (let time = 1; time <= 200; time += 1) feed.note(`Note ${time}`);
  expect(words()).toHaveLength(150);
  expect(words()[0]).toBe('Note 200');
  expect(feed.version()).not.toBe(before);
});
