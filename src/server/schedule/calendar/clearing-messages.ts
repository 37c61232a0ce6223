import { z } from 'zod';
import type { CalendarDate } from '../../../course/calendar-date.ts';
import type { ClearingKind } from '../../../course/clearing.ts';
import { EARLIEST_START_DATE } from '../../../course/course.ts';
import { formatCalendarDate } from '../../../course/format-time.ts';
import { PAGES } from '../../../course/pages.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import { findRow } from '../../database/rows.ts';
import { clearings, type Person } from '../../database/schema.ts';
import type { Queue } from '../../jobs/queue.ts';
import {
  defineMessage,
  type JobData,
  type Lookup,
  outdated,
} from '../../messages/define-message.ts';
import type { MailContent } from '../../messages/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import type { CalendarEntry } from './calendar-file.ts';
import { findEntries, inviteTo, listEntries } from './queries.ts';
import { listClasses, removalNote, seeSchedule } from './words.ts';

const about = z.object({ clearingId: z.int(), registrationIds: z.array(z.int()) });
type About = z.infer<typeof about>;

interface Cleared {
  person: Person;
  clearing: typeof clearings.$inferSelect;
  entries: CalendarEntry[];
}

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
  mail: writeCleared,
});

const classesCleared = defineMessage('classes-cleared', {
  name: 'Upcoming classes canceled',
  about,
  reachesDeactivated: true,
  async find(lookup, { person, about: { ...ids }, again }) {
    const cleared = await findCleared(lookup, ids);
    if (!('clearing' in cleared)) return cleared;
    // The email says why we canceled the classes. Once the change is undone, that reason is wrong.
    if (again && cleared.clearing.undoneAt) return outdated();
    const isAboutDeactivation = cleared.clearing.kind === 'deactivation';
    return person.deactivatedAt && !isAboutDeactivation ? outdated() : cleared;
  },
  mail: writeCleared,
});

export function sendCleared(
  queue: Queue,
  transaction: Transaction,
  kind: ClearingKind,
  to: JobData<About>,
): Promise<void> {
  const message = kind === 'reset' ? accountReset : classesCleared;
  return message.send(queue, transaction, [to]);
}

/** `registrationIds` contains the restored registrations and those that we ended to make room for them. */
export const classesRestored = defineMessage('classes-restored', {
  name: 'Classes back on the schedule',
  about,
  async find({ database }, { person, about: { clearingId, registrationIds }, again }) {
    const clearing = await findClearing(database, clearingId);
    const entries = await findEntries(database, registrationIds);
    const back = entries.filter(({ canceledAt }) => canceledAt === null);
    if (again && (person.role !== 'student' || back.length === 0)) return outdated();
    const gone = entries.filter(({ canceledAt }) => canceledAt !== null);
    return { clearing, entries, back, gone };
  },
  mail: async (services, { person, clearing, entries, back, gone }) => {
    const { startDate } = person;
    const isReset = clearing.kind === 'reset' && startDate;
    const start = isReset ? `Your start date is ${formatCalendarDate(startDate)} again. ` : '';
    return {
      subject: back.length > 0 ? 'Your class times are back' : 'Your class times have changed',
      preview: 'Please check your schedule.',
      blocks: [
        ...(back.length > 0
          ? [`${start}These classes are back on your schedule:`, listClasses(back)]
          : [`${start}Please check your schedule.`]),
        ...(gone.length > 0
          ? [
              'These times are no longer on your schedule:',
              listClasses(gone),
              'If any of your classes still needs a time, please pick one.',
            ]
          : []),
      ],
      button: seeSchedule(),
      afterwards: 'Open each attached file to update your calendar.',
      calendars: await inviteTo(services, entries, person),
    };
  },
});

/** Leaves out registrations that were restored in the meantime, because `classesRestored` covers those. */
async function findCleared({ database }: Lookup, { clearingId, registrationIds }: About) {
  const clearing = await findClearing(database, clearingId);
  const found = await findEntries(database, registrationIds);
  const entries = found.filter(({ canceledAt }) => canceledAt !== null);
  return entries.length === 0 ? outdated() : { clearing, entries };
}

async function findClearing(database: Reader, id: number) {
  const clearing = await findRow(database, clearings, { id });
  if (!clearing) throw new Error(`clearing ${id} was not found`);
  return clearing;
}

type Rows = ReturnType<typeof listClasses>;

const content: Record<ClearingKind, (rows: Rows, startDate: CalendarDate) => MailContent> = {
  reset: (rows, startDate) => ({
    subject: 'Please pick new class times',
    preview: 'Your course has a new start date.',
    blocks: [
      `Your course now starts on ${formatCalendarDate(startDate)}. The class times you picked no longer fit, so we cleared them:`,
      rows,
      'Please pick new class times.',
    ],
    button: ['Pick Your Class Times', PAGES.onboarding],
  }),
  alumni: (rows) => ({
    subject: 'You don’t need your upcoming classes anymore',
    preview: 'You’re one of our alumni now.',
    blocks: [
      'You’re one of our alumni now. You don’t need these classes anymore, so we canceled them:',
      rows,
      'As an alum, you can join any session without signing up. We’ll tell you how in a separate email.',
    ],
    button: ['See Upcoming Sessions', PAGES.classes],
  }),
  deactivation: (rows) => ({
    subject: 'We canceled your upcoming classes',
    preview: 'You don’t need to do anything.',
    blocks: [
      'We deactivated your account on the course portal, so we also canceled your upcoming classes:',
      rows,
      'If this is a mistake, please let us know.',
    ],
    button: ['Get Help', PAGES.help],
  }),
};

async function writeCleared(services: Services, { person, clearing, entries }: Cleared) {
  const { startDate } = person;
  return {
    ...content[clearing.kind](listClasses(entries), startDate ?? EARLIEST_START_DATE),
    afterwards: removalNote(entries),
    calendars: await inviteTo(services, entries, person),
  };
}
