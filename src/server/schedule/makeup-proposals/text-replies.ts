import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import { hasStarted } from '../../../course/class-state.ts';
import { type ProposalReply, readProposalReply } from '../../../course/makeup-proposal.ts';
import type { Transaction } from '../../database/connect.ts';
import { findNewest, match, updateRows } from '../../database/rows.ts';
import { people, proposedSlots, waitingList } from '../../database/schema.ts';
import { actVia } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import type { Services } from '../../platform/services.ts';
import { moveRegistration } from '../commands.ts';
import { undoMakeupByText } from '../undo-makeup.ts';
import { answerWaitingList } from '../waiting-list/commands.ts';
import { type Answer, makeupAnswer } from './makeup-messages.ts';
import { findNewestProposal, isOpen, type Proposal } from './queries.ts';

/**
 * Applies a text reply to a makeup proposal or an offered place, and queues an answer. A reply from an unconfirmed
 * number changes nothing. Ignores all other texts, and texts from people who haven't opted in, because we aren't
 * allowed to text them back.
 */
export async function takeReply(
  services: Services,
  transaction: Transaction,
  { key, from, text }: { key: string; from: string; text: string },
): Promise<void> {
  const reply = readProposalReply(text);
  if (!reply) return;
  const [person] = await transaction
    .select({ id: people.id, isConfirmed: isNotNull(people.phone).mapWith(Boolean) })
    .from(people)
    .where(
      match(people, { textPhone: from, role: 'student', textConsent: true, deactivatedAt: null }),
    )
    // Several people can enter the same number, so we prefer the person who can sign in with it.
    .orderBy(desc(isNotNull(people.phone)), people.id)
    .limit(1)
    .for('no key update');
  if (!person) return;
  const answer = await actVia('text', () => act(services, transaction, person, reply)).catch(
    (error) => {
      if (error instanceof DomainError && error.name === 'limit-reached') return null;
      throw error;
    },
  );
  if (!answer) return;
  await makeupAnswer.send(services.queue, transaction, [
    { personId: person.id, replyKey: key, answer },
  ]);
}

async function act(
  services: Services,
  transaction: Transaction,
  { id, isConfirmed }: { id: number; isConfirmed: boolean },
  reply: ProposalReply,
): Promise<Answer | null> {
  // This limit prevents an endless exchange with an auto-responder.
  await limitPerson(transaction, services.clock.now(), 'replies by text', id);
  if (!isConfirmed) return reply.kind === 'unclear' ? null : { kind: 'number-unconfirmed' };
  const newest = await findNewestProposal(transaction, id);
  // A reply refers to the question that we asked last.
  const since = newest?.proposal.proposedAt ?? new Date(0);
  const answer = await replyToOffer(services, transaction, { personId: id, since }, reply);
  if (answer) return answer;
  if (reply.kind === 'pick') return pick(services, transaction, newest, reply.number);
  if (reply.kind === 'undo') return undo(services, transaction, newest);
  const isProposal = newest && (await isOpen(transaction, newest, services.clock.now()));
  return isProposal ? answerAbout(newest, 'unclear') : null;
}

/**
 * Handles a reply to the newest place that we offered after `since`. Returns null if the reply isn't about that offer.
 */
async function replyToOffer(
  services: Services,
  transaction: Transaction,
  { personId, since }: { personId: number; since: Date },
  reply: ProposalReply,
): Promise<Answer | null> {
  const { offeredAt, id: turnId } = waitingList;
  const isRecent = and(eq(waitingList.personId, personId), gte(offeredAt, since));
  const offer = await findNewest(transaction, waitingList, isRecent, offeredAt, turnId);
  if (!offer || reply.kind === 'undo') return null;
  const { id, status, classNumber, startsAt } = offer;
  const isYes = reply.kind === 'pick' && reply.number === 1;
  if (!isYes) return status === 'offered' ? { kind: 'place-unclear' } : null;
  if (status === 'left') return null;
  try {
    const inside = { ...services, database: transaction };
    await answerWaitingList(inside, { id: personId, ip: null }, { id, action: 'take' });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { kind: 'place-gone' };
  }
  return { kind: 'place-taken', place: { classNumber, startsAt: startsAt.toISOString() } };
}

async function pick(
  services: Services,
  transaction: Transaction,
  newest: Proposal | undefined,
  number: number,
): Promise<Answer> {
  const now = services.clock.now();
  if (!newest || now >= newest.proposal.validUntil) return { kind: 'nothing-open' };
  const { proposal, current } = newest;
  const slots = await listSlots(transaction, proposal.id);
  if (current.classId !== proposal.missedClassId) {
    if (hasStarted(current.startsAt, now)) return { kind: 'nothing-open' };
    const picked = slots.find(({ pickedAt }) => pickedAt !== null);
    return answerAbout(newest, picked?.classId === current.classId ? 'picked-before' : 'moved');
  }
  const slot = slots.find((one) => one.number === number);
  if (!slot) return slots.length > 0 ? answerAbout(newest, 'unclear') : { kind: 'nothing-open' };
  const { personId: studentId, registrationId } = proposal;
  try {
    const { classId: newClassId } = slot;
    const move = { registrationId, newClassId, kind: 'makeup', ip: null } as const;
    await moveRegistration({ ...services, database: transaction }, studentId, move);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return answerAbout(newest, error.name === 'not-missed' ? 'not-needed' : 'slot-gone');
  }
  const picked = { proposalId: proposal.id, number };
  await updateRows(transaction, proposedSlots, picked, { pickedAt: now });
  return { kind: 'picked', proposalId: proposal.id, classId: slot.classId };
}

async function undo(
  services: Services,
  transaction: Transaction,
  newest: Proposal | undefined,
): Promise<Answer> {
  const slots = newest ? await listSlots(transaction, newest.proposal.id) : [];
  const picked = slots.find(({ pickedAt }) => pickedAt !== null);
  if (!newest || picked?.classId !== newest.current.classId) return { kind: 'nothing-to-undo' };
  const { id, personId: studentId, registrationId, missedClassId } = newest.proposal;
  try {
    const makeup = { studentId, registrationId, missedClassId };
    await undoMakeupByText({ ...services, database: transaction }, makeup);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return answerAbout(newest, 'too-late-to-undo');
  }
  const slot = { proposalId: id, number: picked.number };
  await updateRows(transaction, proposedSlots, slot, { pickedAt: null });
  return { kind: 'undone', proposalId: id, classId: missedClassId };
}

/** A reached limit doesn't count, because we would otherwise answer every further reply with another text. */
function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.name !== 'limit-reached';
}

function answerAbout(
  { proposal, current }: Proposal,
  kind: Extract<Answer, { proposalId: number }>['kind'],
): Answer {
  return { kind, proposalId: proposal.id, classId: current.classId };
}

function listSlots(transaction: Transaction, proposalId: number) {
  return transaction.select().from(proposedSlots).where(eq(proposedSlots.proposalId, proposalId));
}

/** Call this when a class moves, so that no one picks it by number without having seen its new time. */
export async function withdrawProposedTimes(transaction: Transaction, classId: number) {
  const isOpenTime = match(proposedSlots, { classId, pickedAt: null });
  await transaction.delete(proposedSlots).where(isOpenTime);
}
