import { z } from 'zod';
import { makeupPath, PAGES } from '../../../course/pages.ts';
import {
  defineMessage,
  keyOf,
  type Lookup,
  outdated,
  type Sending,
} from '../../messages/define-message.ts';
import { writeSignInLink } from '../../messages/sign-in-link.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { findProposal, isOpen, listSlotsAhead, type Proposal } from './queries.ts';
import {
  missedClassMail,
  missedClassText,
  opensDialog,
  plainAnswers,
  plainAnswerText,
  proposalAnswers,
  proposalAnswerText,
} from './words.ts';

/** With the times of the proposal that can still be chosen. */
export const missedClass = defineMessage('missed-class', {
  name: 'Missed class',
  about: z.object({ proposalId: z.int() }),
  async find({ database, clock }, { about: { proposalId } }) {
    const found = await findProposal(database, proposalId);
    if (!found || !(await isOpen(database, found, clock.now()))) return outdated();
    return { found, missed: await describe({ database, clock }, found) };
  },
  async mail(services, to) {
    const link = await writeLink(services, to.found, keyOf('missed-class', to));
    return missedClassMail(services.settings.site, to.person.firstName, to.missed, link);
  },
  async text(services, to) {
    const { found, missed } = to;
    const isPlain = to.person.phone === null;
    const link = await writeLink(services, found, keyOf('missed-class', to), { isPlain });
    // A reply changes their classes, as whoever signs in can: not from a number that is not confirmed.
    const slots = isPlain ? [] : missed.slots;
    const body = missedClassText(services.settings.site, { ...missed, slots }, link);
    return { body, searchText: isPlain ? body : link, usefulUntil: found.proposal.validUntil };
  },
});

const namesOf = <Name extends string>(table: Record<Name, unknown>) =>
  Object.keys(table) as [Name, ...Name[]];

/** The class is the one that the registration was on when the reply had been dealt with. */
const answer = z.union([
  z.object({ kind: z.enum(namesOf(proposalAnswers)), proposalId: z.int(), classId: z.int() }),
  z.object({ kind: z.enum(namesOf(plainAnswers)) }),
]);
export type Answer = z.infer<typeof answer>;

/** What somebody is told after a reply, at any hour: whoever has just replied is awake. */
export const makeupAnswer = defineMessage('makeup-answer', {
  name: 'Answer to a reply',
  about: z.object({
    /** A hash of the reply's own id. */
    replyKey: z.string(),
    answer,
  }),
  async find({ database, clock }, { about }) {
    if (!('proposalId' in about.answer)) return { found: null, slots: [] };
    const found = await findProposal(database, about.answer.proposalId);
    // A later reply or change has made the answer untrue: that one is answered as well.
    if (found?.current.classId !== about.answer.classId) return outdated();
    return { found, slots: (await describe({ database, clock }, found)).slots };
  },
  async text(services, to) {
    const { site, publicUrl } = services.settings;
    const schedule = publicUrl + PAGES.schedule;
    const { found, slots } = to;
    const { answer } = to.about;
    const usefulUntil = new Date(services.clock.now().getTime() + HOUR_MS);
    const write = async () => {
      if (!('proposalId' in answer)) return plainAnswerText(site, answer.kind, schedule);
      if (!found) throw new Error(`proposal ${answer.proposalId} is gone`);
      return proposalAnswerText(site, answer.kind, {
        classNumber: found.classNumber,
        startsAt: found.current.startsAt,
        slots,
        link: opensDialog(answer.kind)
          ? await writeLink(services, found, keyOf('makeup-answer', to))
          : schedule,
      });
    };
    return { body: await write(), usefulUntil, isAtAnyHour: true };
  },
  async sendAgain() {
    throw new DomainError('message-outdated', { why: 'sent-once' });
  },
});

async function describe(
  { database, clock }: Pick<Lookup, 'database' | 'clock'>,
  { proposal, classNumber, missedStart, wasHeld, wasInRoom }: Proposal,
) {
  const slots = await listSlotsAhead(database, proposal.id, clock.now());
  return { classNumber, startsAt: missedStart, wasHeld, wasInRoom, slots };
}

/** Signs in for as long as the proposal is valid. */
async function writeLink(
  services: Sending,
  { proposal, classNumber }: Proposal,
  about: string,
  { isPlain = false } = {},
): Promise<string> {
  const { database, clock, settings } = services;
  const redirectTo = makeupPath(classNumber);
  const { personId, validUntil: expiresAt } = proposal;
  if (clock.now() >= expiresAt) return settings.publicUrl + redirectTo;
  return database.transaction((transaction) =>
    writeSignInLink(services, transaction, { personId, about, redirectTo, expiresAt, isPlain }),
  );
}
