import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { PAGES } from '../../../course/pages.ts';
import { waitingList } from '../../database/schema.ts';
import {
  type Addressed,
  defineMessage,
  keyOf,
  type Lookup,
  outdated,
} from '../../messages/define-message.ts';
import { writeSignInLink } from '../../messages/sign-in-link.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { Turn } from './turns.ts';
import {
  isTold,
  type OfferAnswer,
  offerAnswerText,
  placeOfferedMail,
  placeOfferedText,
  turnEndedMail,
} from './words.ts';

const about = z.object({ turnId: z.int() });

async function findTurn({ database }: Lookup, turnId: number): Promise<Turn | undefined> {
  const [turn] = await database.select().from(waitingList).where(eq(waitingList.id, turnId));
  return turn;
}

export const placeOffered = defineMessage('place-offered', {
  name: 'Place from a waiting list',
  about,
  async find(lookup, { about: { turnId } }) {
    const turn = await findTurn(lookup, turnId);
    const { offerExpiresAt } = turn ?? {};
    if (turn?.status !== 'offered' || !offerExpiresAt) return outdated();
    if (lookup.clock.now() >= offerExpiresAt) return outdated();
    return { offer: { ...turn, offerExpiresAt } };
  },
  async mail(services, to) {
    const link = await writeLink(services, to, to.offer.offerExpiresAt);
    return placeOfferedMail(services.settings.site, to.person.firstName, to.offer, link);
  },
  async text(services, to) {
    const canReply = to.person.phone !== null;
    const { offerExpiresAt: usefulUntil } = to.offer;
    const link = await writeLink(services, to, usefulUntil, { isPlain: !canReply });
    const now = services.clock.now();
    const body = placeOfferedText(services.settings.site, to.offer, { link, canReply, now });
    return { body, searchText: canReply ? link : body, usefulUntil };
  },
});

export const turnEnded = defineMessage('waiting-list-ended', {
  name: 'End of a place in line',
  about,
  async find(lookup, { about: { turnId } }) {
    const turn = await findTurn(lookup, turnId);
    return turn && isTold(turn.status) ? { turn: { ...turn, status: turn.status } } : outdated();
  },
  mail: ({ settings }, { person, turn }) => turnEndedMail(settings, person.firstName, turn),
});

const answerKinds = ['taken', 'gone', 'unclear'] as const satisfies OfferAnswer[];

/** We send this at any hour, because someone who just texted us is awake. */
export const offerAnswer = defineMessage('place-answer', {
  name: 'Answer to a text reply',
  about: about.extend({ replyKey: z.string(), kind: z.enum(answerKinds) }),
  async find(lookup, { about: { turnId } }) {
    const turn = await findTurn(lookup, turnId);
    return turn ? { turn } : outdated();
  },
  text: ({ clock, settings }, { about: { kind }, turn }) => ({
    body: offerAnswerText(settings, kind, turn),
    usefulUntil: new Date(clock.now().getTime() + HOUR_MS),
    isAtAnyHour: true,
  }),
  async sendAgain() {
    throw new DomainError('message-outdated', { why: 'sent-once' });
  },
});

/** The link signs the student in for as long as we hold the place. */
function writeLink(
  services: Services,
  to: Addressed<z.infer<typeof about>>,
  expiresAt: Date,
  { isPlain = false } = {},
): Promise<string> {
  const link = { personId: to.person.id, about: keyOf('place-offered', to), expiresAt, isPlain };
  return services.database.transaction((transaction) =>
    writeSignInLink(services, transaction, { ...link, redirectTo: PAGES.schedule }),
  );
}
