import { describe, expect, test } from 'vitest';
import { classStart } from './pacific-time.ts';
import { findUndoMoveProblem, type LastMove, UNDO_MOVE_PROBLEMS } from './undo-move.ts';

const startedAt = classStart('2026-11-24', '4PM');
const movedAt = classStart('2026-11-16', '10AM');
const msLater = (ms: number) => new Date(movedAt.getTime() + ms);

const move: LastMove = { kind: 'reschedule', toClassId: 2, version: 1, movedAt, startedAt };
const moved = {
  id: 7,
  classId: 2,
  classNumber: 6,
  startsAt: classStart('2026-12-01', '4PM'),
  version: 1,
};
const five = { id: 5, classId: 9, classNumber: 5, startsAt: classStart('2026-11-17', '4PM') };
const progress = { startDate: '2026-01-01', registrations: [five, moved] };
const undo = { move, moved, former: { startsAt: startedAt }, progress };

describe('undoing a move', () => {
  test('is possible for half a minute', () => {
    expect(findUndoMoveProblem(undo, msLater(30_000))).toBeNull();
    expect(findUndoMoveProblem(undo, msLater(30_001))).toBe('too-late');
  });

  test.each([
    ['moved to another class', { classId: 3 }],
    ['has another version', { version: 2 }],
    ['needs a new time', { isSuspended: true }],
  ])('is refused once the class %s', (_, change) => {
    expect(findUndoMoveProblem({ ...undo, moved: { ...moved, ...change } }, movedAt)).toBe(
      'changed',
    );
  });

  test('is refused if the former class was canceled or moved', () => {
    expect(findUndoMoveProblem({ ...undo, former: null }, movedAt)).toBe('gone');
    const former = { startsAt: classStart('2026-11-24', '5PM') };
    expect(findUndoMoveProblem({ ...undo, former }, movedAt)).toBe('gone');
  });

  test('is refused if the former class is full, unless it has started', () => {
    const former = { startsAt: startedAt, placesLeft: 0 };
    expect(findUndoMoveProblem({ ...undo, former }, movedAt)).toBe('full');
    const late = { ...undo, former, move: { ...move, movedAt: startedAt } };
    expect(findUndoMoveProblem(late, startedAt)).toBeNull();
  });

  test('leads back to a class that has begun, but not to one that is over', () => {
    const at = (minutes: number) => {
      const now = new Date(startedAt.getTime() + minutes * 60_000);
      return findUndoMoveProblem({ ...undo, move: { ...move, movedAt: now } }, now);
    };
    expect(at(60)).toBeNull();
    expect(at(61)).toBe('over');
  });

  test('of a makeup leads back to the missed class', () => {
    const now = new Date(startedAt.getTime() + 3 * 60 * 60_000);
    const makeup = { ...move, kind: 'makeup', movedAt: now } as const;
    expect(findUndoMoveProblem({ ...undo, move: makeup }, now)).toBeNull();
  });

  test('is refused if another class has taken its week', () => {
    const inWeek = { ...five, startsAt: classStart('2026-11-26', '9AM') };
    const taken = { ...progress, registrations: [inWeek, moved] };
    expect(findUndoMoveProblem({ ...undo, progress: taken }, movedAt)).toBe('week-taken');
  });

  test('every refusal is a sentence', () => {
    for (const sentence of Object.values(UNDO_MOVE_PROBLEMS)) expect(sentence).toMatch(/\.$/);
  });
});
