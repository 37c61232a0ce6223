import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { formatShortSlot, formatSpokenSlot, formatTime } from '../../../course/format-time.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import { PAGES } from '../../../course/pages.ts';
import { waitingList } from '../../database/schema.ts';
import { type Addressed, defineMessage, keyOf, outdated } from '../../messages/define-message.ts';
import { layOutMail } from '../../messages/mail-layout.ts';
import { writeSignInLink } from '../../messages/sign-in-link.ts';
import { toStop } from '../../messages/text-words.ts';
import type { Services } from '../../platform/services.ts';
import type { Settings } from '../../settings.ts';
import { seeSchedule, writeMail } from '../calendar/words.ts';

type Turn = typeof waitingList.$inferSelect;
type Offer = Turn & { offerExpiresAt: Date };
const about = z.object({ turnId: z.int() });

export function isHeld(turn: Turn | undefined, now: Date): turn is Offer {
  return turn?.status === 'offered' && turn.offerExpiresAt !== null && now < turn.offerExpiresAt;
}

export const placeOffered = defineMessage('place-offered', {
  name: 'Place from a waiting list',
  about,
  async find({ database, clock }, { about: { turnId } }) {
    const [offer] = await database.select().from(waitingList).where(eq(waitingList.id, turnId));
    return isHeld(offer, clock.now()) ? { offer } : outdated();
  },
  async mail(services, to) {
    const { classNumber, startsAt, offerExpiresAt } = to.offer;
    return layOutMail(services.settings.site, {
      subject: `A place opened for Class ${classNumber}`,
      preview: `${formatSpokenSlot(startsAt)}. It’s yours if you’d like it.`,
      greeting: `Hello ${to.person.firstName},`,
      blocks: [
        `Good news: a place opened for Class ${classNumber} on ${formatSpokenSlot(startsAt)}.`,
        `We’re holding it for you until ${formatSpokenSlot(offerExpiresAt)}. After that, we’ll offer it to the next person in line.`,
        'Your other classes stay the same.',
      ],
      action: { words: 'Take This Place', link: await writeLink(services, to) },
    });
  },
  async text(services, to) {
    // Replies change classes, so we accept them only from confirmed numbers.
    const isPlain = to.person.phone === null;
    const link = await writeLink(services, to, isPlain);
    const how = isPlain ? link : `reply 1 or ${link}`;
    const body = placeOfferedText(services.settings.site, to.offer, how, services.clock.now());
    return { body, searchText: isPlain ? body : link, usefulUntil: to.offer.offerExpiresAt };
  },
});

export function placeOfferedText(
  { organization }: Settings['site'],
  { startsAt, offerExpiresAt }: Pick<Offer, 'startsAt' | 'offerExpiresAt'>,
  how: string,
  now: Date,
): string {
  const isToday = pacificDate(offerExpiresAt) === pacificDate(now);
  const until = isToday ? formatTime(offerExpiresAt) : formatShortSlot(offerExpiresAt);
  const by = until.replace(/\sPT$/, '');
  return `${organization}: Place open: ${formatShortSlot(startsAt)}. Take it by ${by}: ${how} ${toStop}`;
}

/** Why we took someone off a waiting list, for them and for the history. We send no message about other statuses. */
export const endings: Partial<Record<Turn['status'], string>> = {
  expired: 'There was no answer in time, so the place went to the next person in line.',
  'ruled-out': 'A place opened, but it no longer fit with the other classes.',
  closed: 'No place opened in time.',
  canceled: 'The class was canceled.',
  moved: 'The class moved to another time.',
  removed: 'Our staff changed the list.',
};

export const turnEnded = defineMessage('waiting-list-ended', {
  name: 'No longer on a waiting list',
  about,
  async find({ database }, { about: { turnId } }) {
    const [turn] = await database.select().from(waitingList).where(eq(waitingList.id, turnId));
    const reason = turn && endings[turn.status];
    return reason ? { turn, reason } : outdated();
  },
  mail: ({ settings }, { person: { firstName }, turn: { classNumber, startsAt }, reason }) =>
    writeMail(settings, {
      firstName,
      subject: `The waiting list for Class ${classNumber}`,
      preview: 'Your other classes stay the same.',
      blocks: [
        `You’re no longer on the waiting list for Class ${classNumber} on ${formatSpokenSlot(startsAt)}. ${reason}`,
        'Your other classes stay the same. You can pick another time or join another waiting list.',
      ],
      button: seeSchedule(),
    }),
});

/** The link signs the student in for as long as we hold the place. */
function writeLink(
  services: Services,
  to: Addressed<z.infer<typeof about>> & { offer: Offer },
  isPlain = false,
): Promise<string> {
  const { personId, offerExpiresAt: expiresAt } = to.offer;
  const link = { personId, about: keyOf('place-offered', to), expiresAt, isPlain };
  return services.database.transaction((transaction) =>
    writeSignInLink(services, transaction, { ...link, redirectTo: PAGES.schedule }),
  );
}
