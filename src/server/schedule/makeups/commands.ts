import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { hasStarted } from '../../../course/class-time.ts';
import { type ProposalReply, readProposalReply } from '../../../course/makeup-proposal.ts';
import type { Transaction } from '../../database/connect.ts';
import { people, proposedSlots } from '../../database/schema.ts';
import { DomainError } from '../../platform/errors.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import type { Services } from '../../platform/services.ts';
import { chooseMakeupByText, undoMakeupByText } from '../text-makeups.ts';
import { type Answer, makeupAnswer } from './makeup-messages.ts';
import { findNewestProposal, isOpen, type Proposal } from './queries.ts';

type Deps = Pick<Services, 'clock' | 'queue'>;

interface Reply {
  /** A hash of its id. */
  key: string;
  from: string;
  text: string;
}

/**
 * Does what a reply to a proposal says, and queues the answer. A number that nobody has confirmed changes nothing, and
 * is told so. Other words are ignored, and so is a number of nobody who gets texts: it could not be answered.
 */
export async function takeReply(
  services: Deps,
  transaction: Transaction,
  { key, from, text }: Reply,
): Promise<void> {
  const reply = readProposalReply(text);
  if (!reply) return;
  const [person] = await transaction
    .select({ id: people.id, isConfirmed: isNotNull(people.phone) })
    .from(people)
    .where(
      and(
        eq(people.textPhone, from),
        eq(people.role, 'student'),
        eq(people.textConsent, true),
        isNull(people.deactivatedAt),
      ),
    )
    // Several people may share a number until one of them has confirmed it.
    .orderBy(desc(isNotNull(people.phone)), people.id)
    .limit(1)
    // From here on nobody else changes their classes.
    .for('no key update');
  if (!person) return;
  const answer = await unlessLimited(async () => {
    // Whatever answers our answers by itself is not answered for ever.
    await limitPerson(transaction, services.clock.now(), 'replies by text', person.id);
    if (person.isConfirmed) return act(services, transaction, person.id, reply);
    return reply.kind === 'unclear' ? null : { kind: 'number-unconfirmed' };
  });
  if (!answer) return;
  await makeupAnswer.send(services.queue, transaction, [
    { personId: person.id, replyKey: key, answer },
  ]);
}

async function unlessLimited(work: () => Promise<Answer | null>): Promise<Answer | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.name === 'limit-reached') return null;
    throw error;
  }
}

async function act(
  services: Deps,
  transaction: Transaction,
  personId: number,
  reply: ProposalReply,
): Promise<Answer | null> {
  const newest = await findNewestProposal(transaction, personId);
  if (reply.kind === 'pick') return pick(services, transaction, newest, reply.number);
  if (reply.kind === 'undo') return undo(services, transaction, newest);
  const isMeant = newest && (await isOpen(transaction, newest, services.clock.now()));
  return isMeant ? answerAbout(newest, 'unclear') : null;
}

async function pick(
  services: Deps,
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
    const move = { studentId, registrationId, newClassId: slot.classId };
    await chooseMakeupByText(services, transaction, move);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return answerAbout(newest, error.name === 'not-missed' ? 'not-needed' : 'slot-gone');
  }
  await notePick(transaction, proposal.id, { number, pickedAt: now });
  return { kind: 'picked', proposalId: proposal.id, classId: slot.classId };
}

async function undo(
  services: Deps,
  transaction: Transaction,
  newest: Proposal | undefined,
): Promise<Answer> {
  const slots = newest ? await listSlots(transaction, newest.proposal.id) : [];
  const picked = slots.find(({ pickedAt }) => pickedAt !== null);
  if (!newest || picked?.classId !== newest.current.classId) return { kind: 'nothing-to-undo' };
  const { id, personId: studentId, registrationId, missedClassId } = newest.proposal;
  try {
    const made = { studentId, registrationId, missedClassId };
    await undoMakeupByText(services, transaction, made);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return answerAbout(newest, 'too-late-to-undo');
  }
  await notePick(transaction, id, { number: picked.number, pickedAt: null });
  return { kind: 'undone', proposalId: id, classId: missedClassId };
}

/** A limit is not said: there would be another text for each reply. */
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

async function notePick(
  transaction: Transaction,
  proposalId: number,
  { number, pickedAt }: { number: number; pickedAt: Date | null },
) {
  await transaction
    .update(proposedSlots)
    .set({ pickedAt })
    .where(and(eq(proposedSlots.proposalId, proposalId), eq(proposedSlots.number, number)));
}
