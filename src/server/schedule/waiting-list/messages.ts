import { z } from 'zod';
import { formatShortSlot, formatSpokenSlot, formatTime } from '../../../course/format-time.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import { PAGES } from '../../../course/pages.ts';
import { afterQuietHours } from '../../../course/reminders.ts';
import { findRow } from '../../database/rows.ts';
import { waitingList } from '../../database/schema.ts';
import { type Addressed, defineMessage, keyOf, outdated } from '../../messages/define-message.ts';
import type { MailContent } from '../../messages/mail-layout.ts';
import { writeSignInLink } from '../../messages/message-link.ts';
import { toStop } from '../../messages/text-words.ts';
import type { Services } from '../../platform/services.ts';
import type { Settings } from '../../platform/settings.ts';
import { seeSchedule } from '../calendar/words.ts';

/** If `isOver` is set, tells the student why they are no longer on the waiting list. Otherwise, offers them a place. */
export const lineMessage = defineMessage('waiting-list', {
  name: 'Waiting list',
  about: z.object({ turnId: z.int(), isOver: z.boolean() }),
  async find({ database, clock }, { about: { turnId, isOver }, channel }) {
    const turn = await findRow(database, waitingList, { id: turnId });
    if (!turn) return outdated();
    const until = turn.offerExpiresAt ?? turn.startsAt;
    // During quiet hours, a text waits until morning, and the offer may expire before then.
    const sentAt = channel === 'text' ? afterQuietHours(clock.now()) : clock.now();
    const isTrue = isOver
      ? turn.status === 'removed' && channel === 'email'
      : turn.status === 'offered' && sentAt < until;
    return isTrue ? { turn, until } : outdated();
  },
  async mail(services, to) {
    const { classNumber, startsAt, why } = to.turn;
    const place = `Class ${classNumber} on ${formatSpokenSlot(startsAt)}`;
    const preview = 'Your other classes stay the same.';
    const words: Pick<MailContent, 'subject' | 'blocks' | 'button'> = to.about.isOver
      ? {
          subject: `The waiting list for Class ${classNumber}`,
          blocks: [
            `You’re no longer on the waiting list for ${place}. ${why}`,
            'You can pick another time or join another waiting list.',
          ],
          button: seeSchedule(),
        }
      : {
          subject: `A place opened up for Class ${classNumber}`,
          blocks: [
            `Good news: a place opened up for ${place}.`,
            `We’re holding it for you until ${formatSpokenSlot(to.until)}. After that, we can’t hold it any longer.`,
          ],
          button: ['Take This Place', await writeLink(services, to)],
        };
    return { ...words, preview, afterwards: preview };
  },
  async text(services, to) {
    const { turn, until: usefulUntil } = to;
    // Replies change classes, so we accept them only from confirmed numbers.
    const isPlain = to.person.phone === null;
    const link = await writeLink(services, to, isPlain);
    const offer = { startsAt: turn.startsAt, until: usefulUntil, link, isPlain };
    const body = placeOfferedText(services.settings.site, offer, services.clock.now());
    return { body, searchText: isPlain ? body : link, usefulUntil };
  },
});

type Offer = { startsAt: Date; until: Date; link: string; isPlain: boolean };

export function placeOfferedText(
  { organization }: Settings['site'],
  { startsAt, until, link, isPlain }: Offer,
  now: Date,
): string {
  const isToday = pacificDate(until) === pacificDate(now);
  const by = (isToday ? formatTime(until) : formatShortSlot(until)).replace(/\sPT$/, '');
  const how = isPlain ? `Take it by ${by}:` : `Reply 1 by ${by} or use`;
  return `${organization}: A place opened: ${formatShortSlot(startsAt)}. ${how} ${link} ${toStop}`;
}

/** The link signs the student in for as long as we hold the place, unless `isPlain` is set. */
function writeLink(services: Services, to: Addressed<object> & { until: Date }, isPlain = false) {
  const link = { personId: to.person.id, about: keyOf('waiting-list', to), expiresAt: to.until };
  return writeSignInLink(services, { ...link, isPlain, redirectTo: PAGES.schedule });
}
