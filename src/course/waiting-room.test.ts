import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWaiting, type WaitingEvent } from './waiting-room.ts';

const startsAt = new Date('2026-11-18T00:00:00Z');
const at = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);
const event = (
  kind: WaitingEvent['kind'],
  minutes: number,
  name = '',
  instanceId = 'first',
): WaitingEvent => {
  const who = { name, connectionId: `of ${name}`, registrantId: null };
  return { kind, at: at(minutes), ...who, instanceId };
};
const names = (now: number, ...events: WaitingEvent[]) =>
  findWaiting(events, { startsAt, now: at(now) }).map(({ name }) => name);

test('people who came and were not let in are waiting, first come first', () => {
  const events = [event('waiting', 3, 'Nora'), event('waiting', 1, 'Marcus')];
  expect(findWaiting(events, { startsAt, now: at(4) })).toEqual([
    { name: 'Marcus', since: at(1) },
    { name: 'Nora', since: at(3) },
  ]);
});

test('a person who was let in or left is no longer waiting, and waits again if they return', () => {
  const gone = [event('waiting', 1, 'Nora'), event('waited', 2, 'Nora')];
  expect(names(5, ...gone)).toEqual([]);
  expect(names(5, ...gone, event('waiting', 3, 'Nora'))).toEqual(['Nora']);
  expect(names(5, event('waiting', 1, 'Nora'), event('waited', 2, 'Marcus'))).toEqual(['Nora']);
});

test('a person who joined is no longer waiting, matched by registration or connection', () => {
  const waits = event('waiting', 1, 'Nora');
  expect(names(5, waits, event('joined', 2, 'Nora'))).toEqual([]);
  expect(names(5, event('joined', 0, 'Nora'), waits)).toEqual(['Nora']);
  const registered = { ...waits, registrantId: 'r1' };
  const joined = { ...event('joined', 2), connectionId: 'another' };
  expect(names(5, registered, { ...joined, registrantId: 'r1' })).toEqual([]);
  expect(names(5, registered, { ...joined, registrantId: 'r2' })).toEqual(['Nora']);
  expect(names(5, waits, { ...joined, registrantId: null })).toEqual(['Nora']);
});

test('the end of a meeting ends the waiting in that meeting only', () => {
  const waits = event('waiting', 1, 'Nora');
  expect(names(5, waits, event('ended', 2))).toEqual([]);
  expect(names(5, waits, event('ended', 2, '', 'second'))).toEqual(['Nora']);
  expect(names(5, event('ended', 0), waits)).toEqual(['Nora']);
});

test('half an hour after the class no one is waiting', () => {
  const waits = event('waiting', 1, 'Nora');
  expect(names(89, waits)).toEqual(['Nora']);
  expect(names(90, waits)).toEqual([]);
});

test('the order of the events makes no difference', () => {
  const known = fc.record({
    kind: fc.constantFrom<WaitingEvent['kind'][]>('waiting', 'waited', 'joined', 'ended'),
    minutes: fc.integer({ min: -10, max: 60 }),
    name: fc.constantFrom('Nora', 'Marcus'),
  });
  fc.assert(
    fc.property(fc.array(known), (facts) => {
      const events = facts.map(({ kind, minutes, name }) => event(kind, minutes, name));
      expect(names(61, ...events.toReversed()).toSorted()).toEqual(names(61, ...events).toSorted());
    }),
  );
});
