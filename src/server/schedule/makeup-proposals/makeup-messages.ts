import { z } from 'zod';
import { makeupPath, PAGES } from '../../../course/pages.ts';
import { defineMessage, keyOf, outdated } from '../../messages/define-message.ts';
import { writeSignInLink } from '../../messages/message-link.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
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

export const missedClass = defineMessage('missed-class', {
  name: 'Missed class',
  about: z.object({ proposalId: z.int() }),
  async find({ database, clock }, { about: { proposalId } }) {
    const found = await findProposal(database, proposalId);
    if (!found || !(await isOpen(database, found, clock.now()))) return outdated();
    const slots = await listSlotsAhead(database, found.proposal.id, clock.now());
    const { classNumber, missedStart: startsAt, wasHeld, wasInRoom } = found;
    return { found, missed: { classNumber, startsAt, wasHeld, wasInRoom, slots } };
  },
  async mail(services, to) {
    const link = await writeLink(services, to.found, keyOf('missed-class', to));
    return missedClassMail(to.missed, link);
  },
  async text(services, to) {
    const { found, missed } = to;
    const isPlain = to.person.phone === null;
    const link = await writeLink(services, found, keyOf('missed-class', to), { isPlain });
    // Replies change classes, so we accept them only from confirmed numbers.
    const slots = isPlain ? [] : missed.slots;
    const body = missedClassText(services.settings.site, { ...missed, slots }, link);
    return { body, searchText: isPlain ? body : link, usefulUntil: found.proposal.validUntil };
  },
});

const namesOf = <Name extends string>(table: Record<Name, unknown>) =>
  Object.keys(table) as [Name, ...Name[]];

/** `classId` is the registration's class after we processed the reply. */
const answer = z.union([
  z.object({ kind: z.enum(namesOf(proposalAnswers)), proposalId: z.int(), classId: z.int() }),
  z.object({
    kind: z.enum(namesOf(plainAnswers)),
    place: z.object({ classNumber: z.int(), startsAt: z.iso.datetime() }).optional(),
  }),
]);
export type Answer = z.infer<typeof answer>;

/** We send this at any hour, because someone who just texted us is awake. */
export const makeupAnswer = defineMessage('makeup-answer', {
  name: 'Answer to a text reply',
  about: z.object({
    replyKey: z.string(),
    answer,
  }),
  async find({ database, clock }, { about }) {
    if (!('proposalId' in about.answer)) return { found: null, slots: [] };
    const found = await findProposal(database, about.answer.proposalId);
    // If a later reply or change moved the registration again, the student gets another message about that.
    if (found?.current.classId !== about.answer.classId) return outdated();
    return { found, slots: await listSlotsAhead(database, found.proposal.id, clock.now()) };
  },
  async text(services, to) {
    const { site, publicUrl } = services.settings;
    const schedule = publicUrl + PAGES.schedule;
    const { found, slots } = to;
    const { answer } = to.about;
    const usefulUntil = new Date(services.clock.now().getTime() + HOUR_MS);
    const write = async () => {
      if (!('proposalId' in answer)) return plainAnswerText(site, answer, schedule);
      if (!found) throw new Error(`proposal ${answer.proposalId} was not found`);
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

/** Until the proposal expires, the link signs the student in, unless `isPlain` is set. */
async function writeLink(
  services: Services,
  { proposal, classNumber }: Proposal,
  about: string,
  { isPlain = false } = {},
): Promise<string> {
  const { clock, settings } = services;
  const redirectTo = makeupPath(classNumber);
  const { personId, validUntil: expiresAt } = proposal;
  if (clock.now() >= expiresAt) return settings.publicUrl + redirectTo;
  return writeSignInLink(services, { personId, about, redirectTo, expiresAt, isPlain });
}
