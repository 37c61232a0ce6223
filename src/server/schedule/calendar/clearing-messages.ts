import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ClearingKind } from '../../../course/clearing.ts';
import { EARLIEST_START_DATE } from '../../../course/course.ts';
import type { Transaction } from '../../database/connect.ts';
import { clearings, type Person } from '../../database/schema.ts';
import type { Queue } from '../../jobs/queue.ts';
import {
  defineMessage,
  type JobData,
  type Lookup,
  outdated,
  type Sending,
} from '../../messages/define-message.ts';
import type { CalendarEntry } from './class-calendar.ts';
import { inviteTo } from './invite.ts';
import { findEntries, listEntries } from './queries.ts';
import { clearedMail, returnedMail } from './words.ts';

/** A change of a student that took classes from their schedule. */
const about = z.object({ clearingId: z.int(), registrationIds: z.array(z.int()) });
type About = z.infer<typeof about>;

const accountReset = defineMessage('account-reset', {
  name: 'Class times cleared',
  about,
  async find(lookup, to) {
    const { database } = lookup;
    if (to.again && to.person.role !== 'student') return outdated();
    if (to.again && (await listEntries(database, to.person.id)).length > 0) {
      return outdated('chosen-again');
    }
    return findCleared(lookup, to.about);
  },
  mail: (services, { person, clearing, entries }) =>
    writeCleared(services, person, clearing.kind, entries),
});

const classesGivenBack = defineMessage('classes-given-back', {
  name: 'Classes to come given back',
  about,
  reachesDeactivated: true,
  async find(lookup, { person, about: { ...ids }, again }) {
    const cleared = await findCleared(lookup, ids);
    if (!('clearing' in cleared)) return cleared;
    // It names why they went: whoever has come back is no alumnus and has access, also where a class did not come back.
    if (again && cleared.clearing.undoneAt) return outdated();
    const tellsOfIt = cleared.clearing.kind === 'deactivation';
    return person.deactivatedAt && !tellsOfIt ? outdated() : cleared;
  },
  mail: (services, { person, clearing, entries }) =>
    writeCleared(services, person, clearing.kind, entries),
});

export function sendCleared(
  queue: Queue,
  transaction: Transaction,
  kind: ClearingKind,
  to: JobData<About>,
): Promise<void> {
  const message = kind === 'reset' ? accountReset : classesGivenBack;
  return message.send(queue, transaction, [to]);
}

/** That change was undone. The registrations are those that came back, and those that made way for them. */
export const classesReturned = defineMessage('classes-returned', {
  name: 'Classes back in the schedule',
  about,
  async find({ database }, { person, about: { clearingId, registrationIds }, again }) {
    const clearing = await findClearing(database, clearingId);
    const entries = await findEntries(database, registrationIds);
    const back = entries.filter(({ cancelledAt }) => cancelledAt === null);
    if (again && (person.role !== 'student' || back.length === 0)) return outdated();
    const gone = entries.filter(({ cancelledAt }) => cancelledAt !== null);
    return { clearing, entries, back, gone };
  },
  mail: async (services, { person, clearing, entries, back, gone }) => ({
    ...returnedMail(services.settings, {
      firstName: person.firstName,
      // A reset had changed it.
      startDate: clearing.kind === 'reset' ? person.startDate : null,
      back,
      gone,
    }),
    calendars: await inviteTo(services, entries, person),
  }),
});

/** Of those that have come back since, a message of its own tells. */
async function findCleared({ database }: Lookup, { clearingId, registrationIds }: About) {
  const clearing = await findClearing(database, clearingId);
  const found = await findEntries(database, registrationIds);
  const entries = found.filter(({ cancelledAt }) => cancelledAt !== null);
  return entries.length === 0 ? outdated() : { clearing, entries };
}

async function findClearing(database: Lookup['database'], id: number) {
  const [clearing] = await database.select().from(clearings).where(eq(clearings.id, id));
  if (!clearing) throw new Error(`clearing ${id} is gone`);
  return clearing;
}

async function writeCleared(
  services: Sending,
  person: Person,
  kind: ClearingKind,
  entries: CalendarEntry[],
) {
  const { firstName, startDate } = person;
  return {
    ...clearedMail(services.settings, {
      ...{ kind, firstName, entries },
      startDate: startDate ?? EARLIEST_START_DATE,
    }),
    calendars: await inviteTo(services, entries, person),
  };
}
