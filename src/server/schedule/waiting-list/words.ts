import { formatShortSlot, formatSpokenSlot, formatTime } from '../../../course/format-time.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import { PAGES } from '../../../course/pages.ts';
import { layOutMail } from '../../messages/mail-layout.ts';
import { toStop } from '../../messages/text-words.ts';
import type { Settings } from '../../settings.ts';
import { type Letter, seeSchedule, writeMail } from '../calendar/words.ts';

type Site = Settings['site'];

interface Offer {
  classNumber: number;
  startsAt: Date;
  offerExpiresAt: Date;
}

export function placeOfferedMail(
  site: Site,
  firstName: string,
  { classNumber, startsAt, offerExpiresAt }: Offer,
  link: string,
) {
  return layOutMail(site, {
    subject: `A place opened for Class ${classNumber}`,
    preview: `${formatSpokenSlot(startsAt)}. It’s yours if you’d like it.`,
    greeting: `Hello ${firstName},`,
    blocks: [
      `Good news: a place opened for Class ${classNumber} on ${formatSpokenSlot(startsAt)}.`,
      `We’re holding it for you until ${formatSpokenSlot(offerExpiresAt)}. After that, we’ll offer it to the next person in line.`,
      'Your other classes stay the same.',
    ],
    action: { words: 'Take This Place', link },
  });
}

/** Without `canReply`, the number isn't confirmed, and replies from it change nothing. */
export function placeOfferedText(
  site: Site,
  { startsAt, offerExpiresAt }: Omit<Offer, 'classNumber'>,
  { link, canReply, now }: { link: string; canReply: boolean; now: Date },
): string {
  const isToday = pacificDate(offerExpiresAt) === pacificDate(now);
  const until = isToday ? formatTime(offerExpiresAt) : formatShortSlot(offerExpiresAt);
  // The class's own time already says PT.
  const by = until.replace(/\sPT$/, '');
  const how = canReply ? `reply 1 or ${link}` : link;
  return `${site.organization}: Place open: ${formatShortSlot(startsAt)}. Take it by ${by}: ${how} ${toStop}`;
}

/** Emails to people whom we took off a waiting list, by status. We send none for the other statuses. */
const endings = {
  expired: {
    subject: 'We offered your place to the next person',
    sentence: (time) =>
      `We held a place for you on ${time}, but didn’t hear from you in time, so we offered it to the next person in line.`,
  },
  'ruled-out': {
    subject: 'A place opened, but it no longer fits',
    sentence: (time) =>
      `A place opened on ${time}, but it no longer fits with your other classes, so we offered it to the next person in line.`,
  },
  closed: {
    subject: 'No place opened this time',
    sentence: (time) => `We’re sorry: no place opened for the class on ${time}.`,
  },
  canceled: {
    subject: 'The class you were waiting for was canceled',
    sentence: (time) =>
      `We had to cancel the class on ${time}, so you’re no longer on its waiting list.`,
  },
  moved: {
    subject: 'The class you were waiting for has a new time',
    sentence: (time) =>
      `The class on ${time} moved to another time, so you’re no longer on its waiting list.`,
  },
  removed: {
    subject: 'You’re no longer on a waiting list',
    sentence: (time) => `We took you off the waiting list for the class on ${time}.`,
  },
} satisfies Record<string, { subject: string; sentence: (time: string) => string }>;

export type ToldEnding = keyof typeof endings;
export const isTold = (status: string): status is ToldEnding => status in endings;

export function turnEndedMail(
  settings: Settings,
  firstName: string,
  { status, classNumber, startsAt }: { status: ToldEnding; classNumber: number; startsAt: Date },
) {
  const { subject, sentence } = endings[status];
  const button: Letter['button'] = seeSchedule(PAGES.schedule);
  return writeMail(settings, {
    ...{ firstName, subject, button },
    preview: 'Your other classes stay the same.',
    blocks: [
      sentence(formatSpokenSlot(startsAt)),
      `Your other classes stay the same. For Class ${classNumber}, you can pick another time or join another waiting list.`,
    ],
  });
}

/** Texts that answer a reply to an offered place. */
export const offerAnswers = {
  taken: ({ classNumber, startsAt }) =>
    `You're all set. Class ${classNumber} is now on ${formatShortSlot(startsAt)}.`,
  gone: () => 'Sorry, that place is no longer available.',
  unclear: ({ startsAt }) =>
    `To take the place on ${formatShortSlot(startsAt)}, please reply with just 1.`,
} satisfies Record<string, (turn: { classNumber: number; startsAt: Date }) => string>;
export type OfferAnswer = keyof typeof offerAnswers;

export function offerAnswerText(
  { site, publicUrl }: Pick<Settings, 'site' | 'publicUrl'>,
  kind: OfferAnswer,
  turn: { classNumber: number; startsAt: Date },
): string {
  const schedule = publicUrl + PAGES.schedule;
  return `${site.organization}: ${offerAnswers[kind](turn)} Your schedule: ${schedule} ${toStop}`;
}
