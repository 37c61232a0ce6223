import type { ScheduleEntry } from '../../contract/schedule.ts';
import { findPlanProblems, PLAN_PROBLEMS, type RowProblem } from '../../course/plan.ts';
import type { Transaction } from '../database/connect.ts';
import { OutdatedLocks, retryOutdatedLocks } from '../database/lock-order.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { insertChoices, refuseFormerStudent } from './commands.ts';
import { toRegistrationConflict } from './registration-state.ts';
import { readEntries } from './selections.ts';
import { holdClasses, lockLearner } from './write-registration.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** Each number one more than the one before. */
type ChosenClasses = readonly { classNumber: number; classId: number }[];

/**
 * Registers several of the student's classes, from the next one on, or none of them. Asked twice for the same, it
 * answers twice the same: what they have at that very time already counts as registered.
 */
export function registerPlan(
  services: Deps,
  studentId: number,
  chosen: ChosenClasses,
): Promise<ScheduleEntry[]> {
  return retryOutdatedLocks(() =>
    services.database
      .transaction((transaction) => register(services, transaction, studentId, chosen))
      .catch(readAgain),
  );
}

async function register(
  { clock, queue, settings }: Deps,
  transaction: Transaction,
  studentId: number,
  chosen: ChosenClasses,
): Promise<ScheduleEntry[]> {
  const classIds = chosen.map(({ classId }) => classId);
  const [progress, slots] = await Promise.all([
    lockLearner(transaction, studentId),
    holdClasses(transaction, classIds),
  ]);
  refuseFormerStudent(progress);
  const now = clock.now();
  const rows = chosen.map(({ classNumber, classId }) => ({
    classNumber,
    slot: slots.find(({ id }) => id === classId) ?? null,
    held: progress.registrations.find((one) => one.classNumber === classNumber),
  }));
  const { firstClass } = settings.site;
  const problems = findPlanProblems(rows, progress, { firstClass, now });
  if (problems.length > 0) throw refusal(problems);

  const entries = await readEntries(
    transaction,
    rows.flatMap(({ held }) => held?.id ?? []),
  );
  const chosenNow = rows.flatMap(({ classNumber, slot, held }) =>
    slot && !held ? [{ slot, classNumber }] : [],
  );
  if (chosenNow.length > 0) {
    await limitPerson(transaction, now, 'class times', studentId);
    const made = { studentId, chosen: chosenNow, now };
    entries.push(...(await insertChoices({ queue, clock }, transaction, made)));
  }
  return entries.toSorted((one, other) => one.classNumber - other.classNumber);
}

function refusal(problems: RowProblem[]): DomainError {
  const current = {
    problems: problems.map(({ classNumber, problem }) => ({
      classNumber,
      message: PLAN_PROBLEMS[problem],
    })),
  };
  return new DomainError('plan-refused', { current });
}

/** An admin may just be moving another class of theirs into one of these weeks: read anew, the rules say which. */
const readAgain = toRegistrationConflict(() => new OutdatedLocks());
