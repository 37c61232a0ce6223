import { eq } from 'drizzle-orm';
import { makeupPath } from '../../course/class-links.ts';
import { PAGES } from '../../course/pages.ts';
import { people } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { tellMissedClassJob } from '../reminders/index.ts';
import { writeReminderLink } from '../sign-in/index.ts';
import {
  type Answer,
  mailMissedClassJob,
  textMakeupAnswerJob,
  textMissedClassJob,
} from './jobs.ts';
import {
  missedClassMail,
  missedClassText,
  opensDialog,
  plainAnswerText,
  proposalAnswerText,
} from './messages.ts';
import { findProposal, isOpen, listSlotsAhead, type Proposal } from './queries.ts';
import { tellMissedClass } from './tell-missed-class.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

/** Each reads the rows first and sends nothing that is no longer so. */
export function makeupJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  const { site, publicUrl } = settings;

  return [
    handle(tellMissedClassJob, ({ reminderId }) => tellMissedClass(services, reminderId)),

    handle(mailMissedClassJob, async ({ personId, proposalId, again }) => {
      const found = await findOpen(proposalId);
      if (!found) return;
      const link = await linkTo(found, keyOfAgain(`missed class ${proposalId} by mail`, again));
      const { email, firstName } = found.person;
      await sendMailOnce(services, {
        key: keyOfAgain(`missed class, proposal ${proposalId}, mail`, again),
        kind: 'missed-class',
        about: { proposalId },
        personId,
        to: email,
        ...missedClassMail(site, firstName, await describe(found), link),
      });
    }),

    handle(textMissedClassJob, async ({ personId, proposalId, again }) => {
      const found = await findOpen(proposalId);
      if (!found?.person.textPhone || !found.person.textConsent) return;
      const { validUntil } = found.proposal;
      waitForDaytime(clock.now(), validUntil);
      const about = keyOfAgain(`missed class ${proposalId} by text`, again);
      const isPlain = found.person.phone === null;
      const link = await linkTo(found, about, { isPlain });
      const missed = await describe(found);
      // A reply changes their classes, as whoever signs in can: not from a number that is not confirmed.
      const slots = isPlain ? [] : missed.slots;
      const body = missedClassText(site, { ...missed, slots }, link);
      await sendReminderText(services, {
        key: keyOfAgain(`missed class, proposal ${proposalId}, text`, again),
        kind: 'missed-class',
        about: { proposalId },
        personId,
        to: found.person.textPhone,
        body,
        searchText: isPlain ? body : link,
        usefulUntil: validUntil,
      });
    }),

    // At any hour: whoever has just replied is awake.
    handle(textMakeupAnswerJob, async ({ personId, replyKey, answer }) => {
      const [person] = await database.select().from(people).where(eq(people.id, personId));
      const body = await writeAnswer(answer, replyKey);
      if (!person?.textPhone || !person.textConsent || person.deactivatedAt || !body) return;
      await sendReminderText(services, {
        key: `answer to ${replyKey}`,
        kind: 'makeup-answer',
        about: {},
        personId,
        to: person.textPhone,
        body,
        searchText: body,
        usefulUntil: new Date(clock.now().getTime() + HOUR_MS),
      });
    }),
  ];

  async function findOpen(proposalId: number): Promise<Proposal | null> {
    const found = await findProposal(database, proposalId);
    return found && (await isOpen(database, found, clock.now())) ? found : null;
  }

  async function describe({ proposal, classNumber, missedStart, ...missed }: Proposal) {
    const { wasHeld, wasInRoom } = missed;
    const slots = await listSlotsAhead(database, proposal.id, clock.now());
    return { classNumber, startsAt: missedStart, wasHeld, wasInRoom, slots };
  }

  /** Signs in for as long as the proposal is valid. */
  function linkTo(
    { proposal, classNumber }: Proposal,
    about: string,
    { isPlain = false } = {},
  ): Promise<string> {
    const redirectTo = makeupPath(classNumber);
    const { personId, validUntil: expiresAt } = proposal;
    if (clock.now() >= expiresAt) return Promise.resolve(publicUrl + redirectTo);
    return database.transaction((transaction) =>
      writeReminderLink(services, transaction, { personId, about, redirectTo, expiresAt, isPlain }),
    );
  }

  /** Null where a later reply or change has made the answer untrue: that one is answered as well. */
  async function writeAnswer(answer: Answer, replyKey: string): Promise<string | null> {
    const schedule = publicUrl + PAGES.schedule;
    if (!('proposalId' in answer)) return plainAnswerText(site, answer.kind, schedule);
    const found = await findProposal(database, answer.proposalId);
    if (found?.current.classId !== answer.classId) return null;
    const { slots } = await describe(found);
    return proposalAnswerText(site, answer.kind, {
      classNumber: found.classNumber,
      startsAt: found.current.startsAt,
      slots,
      link: opensDialog(answer.kind) ? await linkTo(found, `answer to ${replyKey}`) : schedule,
    });
  }
}
