import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, type CalendarDate } from '../../src/course/calendar-date.ts';
import type { ClassType, TimeSlot } from '../../src/course/course.ts';
import { pacificDate } from '../../src/course/pacific-time.ts';
import type { Database } from '../../src/server/database/connect.ts';
import type { Clock } from '../../src/server/platform/clock.ts';
import { addClassOn, openStudent, type Student } from './students.ts';

export interface WorldOfWrites {
  url: string;
  database: Database;
  clock: Clock;
}

export interface StudentRecord {
  id: number;
  phone: string;
  isOptedIn: boolean;
  /** For each class number, the last acknowledged class and any later ones that got no response. */
  places: Map<number, { acknowledged: number | null; uncertain: Set<number> }>;
  moves: { acknowledged: number; uncertain: number };
  choices: Set<string>;
}

export interface Ledger {
  students: StudentRecord[];
  acknowledgedAt: number[];
  uncertain: number;
  refused: string[];
}

type ClassOfCourse = [date: CalendarDate, timeSlot: TimeSlot, classType: ClassType];

export function planCourse(now: Date): ClassOfCourse[][] {
  const weeksAhead = [2, 3, 4, 8, 12, 16];
  const hours: TimeSlot[] = ['10AM', '1PM', '4PM'];
  return weeksAhead.map((weeks, at) =>
    hours.map((hour) => [
      addDays(pacificDate(now), weeks * 7),
      hour,
      at < 3 ? 'Weekly' : 'Monthly',
    ]),
  );
}

export async function addCourse(world: WorldOfWrites): Promise<number[][]> {
  const course: number[][] = [];
  for (const choices of planCourse(world.clock.now())) {
    course.push(await Promise.all(choices.map((choice) => addClassOn(world, ...choice))));
  }
  return course;
}

export type TextedStudent = Student & { phone: string };

interface Writing {
  atOnce: number;
  isOver(): boolean;
  newStudent?: (() => Promise<TextedStudent>) | undefined;
}

export async function openTextedStudent(world: WorldOfWrites): Promise<TextedStudent> {
  const phone = nextPhone();
  return { ...(await openStudent(world, { phone })), phone };
}

/**
 * Students pick six classes, move each of them, and change their minds about texts until `isOver`. Like real people,
 * they retry requests that get no response.
 */
export async function writeUntil(
  world: WorldOfWrites,
  course: number[][],
  { atOnce, isOver, newStudent = () => openTextedStudent(world) }: Writing,
): Promise<Ledger> {
  const ledger: Ledger = { students: [], acknowledgedAt: [], uncertain: 0, refused: [] };
  const worker = async () => {
    while (!isOver()) {
      await takeCourse(await retry(newStudent), course, ledger, isOver);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return ledger;
}

const pauseMs = 100;
let phones = 0;

function nextPhone(): string {
  phones += 1;
  return `+1202${5_600_000 + phones}`;
}

async function retry<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch {
      await pause(pauseMs);
    }
  }
}

type Outcome = 'done' | 'refused' | 'unknown';

async function takeCourse(
  student: TextedStudent,
  course: number[][],
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  const record: StudentRecord = {
    id: student.id,
    phone: student.phone,
    isOptedIn: false,
    places: new Map(),
    moves: { acknowledged: 0, uncertain: 0 },
    choices: new Set(),
  };
  ledger.students.push(record);

  async function send(what: string, act: () => ReturnType<Student['post']>): Promise<Outcome> {
    const answer = await act().catch(() => undefined);
    if (answer?.status === 200) {
      ledger.acknowledgedAt.push(Date.now());
      return 'done';
    }
    if (answer && answer.status < 500) {
      ledger.refused.push(`${what}: ${answer.status} ${answer.body.message}`);
      return 'refused';
    }
    ledger.uncertain += 1;
    await pause(pauseMs);
    return 'unknown';
  }

  const placeOf = (number: number) => {
    const place = record.places.get(number) ?? { acknowledged: null, uncertain: new Set() };
    record.places.set(number, place);
    return place;
  };

  async function read(number: number) {
    const schedule = await retry(async () => {
      const { status, body } = await student.get('/api/schedule');
      if (status !== 200) throw new Error(`the schedule returned ${status}`);
      return body as { id: number; classNumber: number; classId: number }[];
    });
    return schedule.find(({ classNumber }) => classNumber === number);
  }

  async function settle(number: number, classId: number, act: () => Promise<Outcome>) {
    const place = placeOf(number);
    for (;;) {
      const outcome = await act();
      if (outcome === 'done') {
        place.acknowledged = classId;
        place.uncertain.clear();
        return outcome;
      }
      if (outcome === 'refused') return outcome;
      place.uncertain.add(classId);
      if ((await read(number))?.classId === classId) return outcome;
    }
  }

  for (const [at, [first = 0]] of course.entries()) {
    if (isOver()) return;
    const number = 5 + at;
    await settle(number, first, () => send('choose', () => student.choose(first)));
  }
  for (const [at, [, ...others]] of course.entries()) {
    for (const next of others) {
      if (isOver()) return;
      const entry = await read(5 + at);
      if (!entry) continue;
      await settle(5 + at, next, async () => {
        const outcome = await send('move', () => student.reschedule(entry.id, next));
        if (outcome === 'done') record.moves.acknowledged += 1;
        if (outcome === 'unknown') record.moves.uncertain += 1;
        return outcome;
      });
    }
  }
  for (const consent of [false, true]) {
    const key = randomUUID();
    const choice = () =>
      student.post(
        '/api/update-text-consent',
        { consent, clicked: true },
        { 'idempotency-key': key },
      );
    let outcome: Outcome = 'unknown';
    while (outcome === 'unknown') outcome = await send('text consent', choice);
    if (outcome !== 'done') continue;
    record.choices.add(key);
    record.isOptedIn = consent;
  }
}
