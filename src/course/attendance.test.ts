import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decideAttendance,
  findPresence,
  moreLenient,
  type RoomEvent,
  reportPauseSeconds,
} from './attendance.ts';

const startsAt = new Date('2026-11-18T00:00:00Z');
const minute = 60_000;
const at = (minutes: number) => new Date(startsAt.getTime() + minutes * minute);
const event =
  (kind: RoomEvent['kind']) =>
  (minutes: number, connectionId = 'laptop', instanceId = 'first'): RoomEvent => ({
    kind,
    at: at(minutes),
    connectionId,
    instanceId,
  });
const [joined, left, ended] = [event('joined'), event('left'), event('ended')];
const decide = (now: number, ...events: RoomEvent[]) =>
  decideAttendance(events, { startsAt, now: at(now), minutes: 10 });

test('a person in the room is Joined, then Present after enough minutes, with the time', () => {
  expect(decide(1, joined(0))).toEqual({
    status: 'Joined',
    joinedAt: at(0),
    leftAt: null,
    changesAt: at(10),
  });
  expect(decide(10, joined(0))).toMatchObject({ status: 'Present', changesAt: null });
  expect(decide(15, joined(0), left(4), joined(9))).toMatchObject({
    status: 'Present',
    joinedAt: at(0),
    leftAt: null,
  });
});

test('a person who leaves early is Joined while they can come back, and absent after that', () => {
  const seen = [joined(0), left(9)];
  const over = new Date(at(60).getTime() + 1);
  expect(decide(30, ...seen)).toMatchObject({ status: 'Joined', leftAt: at(9), changesAt: over });
  expect(decide(60, ...seen).status).toBe('Joined');
  expect(decide(61, ...seen)).toEqual({
    status: null,
    joinedAt: null,
    leftAt: null,
    changesAt: null,
  });
});

test('two devices at once count once, and two sessions of the meeting add up', () => {
  const together = [joined(0), joined(1, 'phone'), left(6), left(7, 'phone')];
  expect(decide(61, ...together).status).toBeNull();
  const again = [joined(20, 'laptop', 'second'), left(23, 'laptop', 'second')];
  expect(decide(61, ...again, ...together)).toMatchObject({ status: 'Present', leftAt: at(23) });
});

test('an end event closes the stays of its own session only', () => {
  expect(decide(61, joined(0), ended(8)).status).toBeNull();
  expect(decide(61, joined(0), ended(8, '', 'second')).status).toBe('Present');
  expect(decide(61, ended(8), joined(30)).status).toBe('Present');
  expect(decide(61, joined(0), ended(40), ended(8)).status).toBeNull();
  expect(decide(30, joined(0), ended(15))).toMatchObject({ status: 'Present', leftAt: at(15) });
});

test('leaving and entering in the same second keeps a person in, and entering and leaving counts as seen', () => {
  expect(decide(30, joined(0), left(5), joined(5)).status).toBe('Present');
  expect(decide(30, joined(5), left(5))).toMatchObject({ status: 'Joined', joinedAt: at(5) });
  expect(decide(61, joined(5), left(5)).status).toBeNull();
});

test('a person with only a leave event stays Joined, since the duration is unknown', () => {
  expect(decide(90, left(50))).toEqual({
    status: 'Joined',
    joinedAt: null,
    leftAt: null,
    changesAt: null,
  });
  expect(decide(90, left(50), joined(52), left(53))).toMatchObject({
    status: 'Joined',
    joinedAt: at(52),
  });
  expect(decide(90, left(-31)).status).toBeNull();
});

test('trying out a room long before the class does not count, but its last half hour does', () => {
  expect(decide(61, joined(-90), left(-31)).status).toBeNull();
  expect(decide(-60, joined(-90))).toMatchObject({
    status: null,
    changesAt: new Date(at(-30).getTime() + 1),
  });
  expect(decide(-29, joined(-90))).toMatchObject({ status: 'Joined', changesAt: at(-20) });
  expect(decide(-60, joined(-90), left(-80)).changesAt).toBeNull();
  expect(decide(-60, joined(-90), joined(-80, 'phone'), left(-70)).changesAt).not.toBeNull();
  expect(decide(61, joined(-40), left(-21)).status).toBeNull();
  expect(decide(61, joined(-40), left(-20)).status).toBe('Present');
});

test('no one counts as in the room for longer than a class can run over', () => {
  expect(decide(88, joined(85))).toMatchObject({ status: 'Joined', leftAt: null });
  expect(decide(90, joined(85)).status).toBeNull();
  expect(decide(500, joined(80))).toMatchObject({ status: 'Present', leftAt: at(90) });
  expect(decide(500, joined(85), left(96)).status).toBe('Present');
});

test('a person who enters long after the class was not there', () => {
  expect(decide(500, joined(91), left(120)).status).toBeNull();
  expect(decide(500, left(91)).status).toBeNull();
  expect(decide(500, joined(91)).changesAt).toBeNull();
  expect(decide(500, joined(90), left(100)).status).toBe('Present');
});

test('without events there is no result, and the more lenient of two results counts', () => {
  const [nothing, here, present] = [decide(5), decide(5, joined(0)), decide(30, joined(0))];
  expect(nothing).toMatchObject({ status: null, changesAt: null });
  expect(moreLenient(nothing, here)).toBe(here);
  expect(moreLenient(present, here)).toBe(present);
  expect(moreLenient(here, present)).toBe(present);
  expect(moreLenient(here, decide(5, joined(1)))).toBe(here);
});

test('a report is requested every five minutes at first, and about fifteen times a day', () => {
  expect(reportPauseSeconds(startsAt, at(20))).toBe(300);
  expect(reportPauseSeconds(startsAt, at(70))).toBe(300);
  expect(reportPauseSeconds(startsAt, at(120))).toBe(1800);
  let [minutes, asked] = [61, 0];
  for (; minutes < 24 * 60; asked += 1) minutes += reportPauseSeconds(startsAt, at(minutes)) / 60;
  expect(asked).toBeLessThan(20);
});

describe('for any stays and any event order', () => {
  const anyDevice = fc.array(fc.integer({ min: 0, max: 70 * 60 }), { maxLength: 8 }).map((times) =>
    [...new Set(times)]
      .sort((a, b) => a - b)
      .slice(0, times.length - (times.length % 2))
      .flatMap((from, n, all) => (n % 2 === 0 && all[n + 1] ? [{ from, until: all[n + 1] }] : [])),
  );
  const anyVisit = fc
    .array(anyDevice, { minLength: 1, maxLength: 3 })
    .map((devices) =>
      devices.flatMap((stays, device) =>
        stays.map(({ from, until = from }) => ({ from, until, device: String(device) })),
      ),
    );
  const eventsOf = (stays: { from: number; until: number; device: string }[]) =>
    stays.flatMap(({ from, until, device }) => [
      joined(from / 60, device),
      left(until / 60, device),
    ]);

  test('the minutes are the seconds with at least one device in the room', () => {
    fc.assert(
      fc.property(anyVisit, fc.infiniteStream(fc.nat()), (stays, numbers) => {
        const random = () => numbers.next().value as number;
        const events = eventsOf(stays);
        const received = [...events, ...events.filter(() => random() % 3 === 0)]
          .map((one) => ({ one, rank: random() }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ one }) => one);
        const seconds = Array.from({ length: 70 * 60 }, (_, second) => second).filter((second) =>
          stays.some(({ from, until }) => from <= second && second < until),
        ).length;
        expect(decide(100, ...received).status).toBe(seconds >= 600 ? 'Present' : null);
      }),
    );
  });

  test('a lost event never lowers anyone’s result', () => {
    fc.assert(
      fc.property(anyVisit, fc.infiniteStream(fc.boolean()), (stays, lost) => {
        const events = eventsOf(stays);
        const received = events.filter(({ kind }) => kind === 'joined' || !lost.next().value);
        const truth = decide(100, ...events);
        expect(moreLenient(decide(100, ...received), truth).status).toBe(
          decide(100, ...received).status,
        );
        const halves = events.filter(({ kind }) => kind === 'left');
        if (halves.length > 0) expect(decide(100, ...halves).status).toBe('Joined');
      }),
    );
  });
});

test('a person is in the room from entering to leaving, no matter how briefly', () => {
  const presence = (now: number, ...events: RoomEvent[]) =>
    findPresence(events, { startsAt, now: at(now) });
  expect(presence(3, joined(1))).toEqual({ joinedAt: at(1), leftAt: null });
  expect(presence(70, joined(1), left(2))).toEqual({ joinedAt: at(1), leftAt: at(2) });
  expect(presence(70)).toBeNull();
  expect(presence(70, joined(-50), left(-40))).toBeNull();
  expect(presence(70, left(5))).toBeNull();
});
