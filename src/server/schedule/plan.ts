import type { ScheduleEntry } from '../../contract/schedule.ts';
import { findPlanProblems, PLAN_PROBLEMS, type RowProblem } from '../../course/plan.ts';
import { sendTogether, type Transaction } from '../database/connect.ts';
import { OutdatedLocks, retryOutdatedLocks } from '../database/lock-order.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { insertChoices, refuseFormerStudent } from './commands.ts';
import { readEntries } from './queries.ts';
import { toRegistrationConflict } from './registration-state.ts';
import { lockClasses, lockStudent } from './write-registration.ts';

/** The class numbers are consecutive. */
type ChosenClasses = readonly { classNumber: number; classId: number }[];

/** Registers all of these classes or none. Idempotent. */
export function registerPlan(services: Services, studentId: number, chosen: ChosenClasses) {
  return retryOutdatedLocks(() =>
    services.database
      .transaction((transaction) => register(services, transaction, studentId, chosen))
      .catch(retryOnConflict),
  );
}

async function register(
  services: Services,
  transaction: Transaction,
  studentId: number,
  chosen: ChosenClasses,
): Promise<ScheduleEntry[]> {
  const classIds = chosen.map(({ classId }) => classId);
  const [progress, slots] = await Promise.all([
    lockStudent(transaction, studentId),
    lockClasses(transaction, classIds),
  ]);
  refuseFormerStudent(progress);
  const now = services.clock.now();
  const rows = chosen.map(({ classNumber, classId }) => ({
    classNumber,
    slot: slots.find(({ id }) => id === classId) ?? null,
    held: progress.registrations.find((one) => one.classNumber === classNumber),
  }));
  const { firstClass } = services.settings.site;
  const problems = findPlanProblems(rows, progress, { firstClass, now });
  if (problems.length > 0) throw refusal(problems);

  const heldNumbers = rows.flatMap(({ held }) => held?.classNumber ?? []);
  const entries = await readEntries(transaction, studentId, heldNumbers);
  const added = rows.flatMap(({ classNumber, slot, held }) =>
    slot && !held ? [{ slot, classNumber }] : [],
  );
  if (added.length > 0) {
    const [, made] = await sendTogether(
      () => limitPerson(transaction, now, 'class times', studentId),
      () => insertChoices(services, transaction, { studentId, chosen: added, now }),
    );
    entries.push(...made);
  }
  return entries.toSorted((one, other) => one.classNumber - other.classNumber);
}

function refusal(rows: RowProblem[]): DomainError {
  const problems = rows.map(({ classNumber, problem }) => {
    return { classNumber, message: PLAN_PROBLEMS[problem] };
  });
  return new DomainError('plan-refused', { current: { problems } });
}

/**
 * If an admin moves another of the student's classes into one of these weeks at the same time, the retry finds out
 * which week is taken.
 */
const retryOnConflict = toRegistrationConflict(() => new OutdatedLocks());
