import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Meeting, openMeetingStore } from './store.ts';

const directory = mkdtempSync(join(tmpdir(), 'course-portal-store-'));
afterAll(() => rmSync(directory, { recursive: true }));

const meeting = (id: number, topic: string) => ({ id, topic }) as Meeting;

test('a meeting that is saved ten thousand times leaves a short file with its last state', () => {
  const file = join(directory, 'meetings.jsonl');
  const store = openMeetingStore(file);
  store.save(meeting(1, 'unchanged'));
  store.save(meeting(3, 'removed'));
  for (let time = 0; time < 10_000; time += 1) store.save(meeting(2, `time ${time}`));
  store.remove(3);
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(1100);
  const topics = openMeetingStore(file)
    .all()
    .map(({ topic }) => topic);
  expect(topics.sort()).toEqual(['time 9999', 'unchanged']);
});
