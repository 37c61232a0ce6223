import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../database/connect.ts';
import { consentEvents } from '../database/schema.ts';
import type { Queue } from '../jobs/queue.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Settings } from '../settings.ts';
import { hasSaidNoSince } from './consent.ts';
import { defineMessage, outdated } from './define-message.ts';
import { toStop } from './text-words.ts';

/** Says what they agreed to and how to stop it. Only of a yes that stands: a later one has a confirmation of its own. */
const optIn = defineMessage('opt-in', {
  name: 'Confirmation of text messages',
  about: z.object({ consentEventId: z.int() }),
  async find({ database, clock }, { person, about: { consentEventId }, again }) {
    const whereGiven = eq(consentEvents.id, consentEventId);
    const [event] = await database.select().from(consentEvents).where(whereGiven);
    if (!event || (await hasSaidNoSince(database, person.id, consentEventId))) return outdated();
    const askedAt = again ? new Date(again) : event.at;
    const usefulUntil = new Date(askedAt.getTime() + DAY_MS);
    // Whoever agreed on a page is awake.
    const isAtAnyHour = event.source !== 'staff' && !again;
    return clock.now() >= usefulUntil ? outdated() : { usefulUntil, isAtAnyHour };
  },
  text: ({ settings }, { person, usefulUntil, isAtAnyHour }) => ({
    ...optInText(settings.site, person.role === 'student'),
    usefulUntil,
    isAtAnyHour,
  }),
});

/** For somebody who had not agreed to texts before this event. Whoever replies START is answered by the provider. */
export async function confirmOptIn(
  queue: Queue,
  transaction: Transaction,
  { id, personId, consent }: typeof consentEvents.$inferSelect,
): Promise<void> {
  if (consent) await optIn.send(queue, transaction, [{ personId, consentEventId: id }]);
}

/** In the words that the carriers ask for. By its sentence it is told from other texts. */
export function optInText(
  { organisation, courseShortName }: Settings['site'],
  isStudent: boolean,
): { body: string; searchText: string } {
  const what = isStudent
    ? `${courseShortName} class reminders, 2 a week`
    : 'event reminders, 1 a week';
  const searchText = 'Msg and data rates may apply. Reply HELP for help.';
  return { body: `${organisation}: you will get ${what}. ${searchText} ${toStop}`, searchText };
}
