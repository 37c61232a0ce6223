import type { ProblemKind } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';

interface KindWords {
  title: string;
  /** What it means that there are such problems. */
  meaning: string;
  /** What to do. */
  advice: string;
  /** Where, if not on the pages of the people and classes concerned. */
  page?: { path: string; name: string };
  /** Whether trying again can help. */
  canRetry: boolean;
}

const setup = { path: PAGES.setup, name: 'Setup' };

/** What the page says of each kind. */
export const problemKinds: Readonly<Record<ProblemKind, KindWords>> = {
  holds: {
    title: 'On hold',
    meaning:
      'A service does not answer, or refuses this work for everyone. Nothing is lost: the work waits, and resumes on its own.',
    advice:
      'Fix what the service says, there or in the settings. The portal keeps asking, at least every 15 minutes unless a time is given; Retry asks right away.',
    page: setup,
    canRetry: true,
  },
  'failing-channels': {
    title: 'Most messages do not arrive',
    meaning: 'More than half of the last messages failed, so something may be wrong for everyone.',
    advice: 'Read the most common reason, and fix it there or in the settings.',
    page: setup,
    canRetry: false,
  },
  'late-jobs': {
    title: 'Work is left lying',
    meaning: 'Mails, texts and meetings are late, because nobody has begun with them.',
    advice: 'See that a node of the portal runs and what it logs; start it again.',
    page: setup,
    canRetry: false,
  },
  overlaps: {
    title: 'Classes overlap',
    meaning: 'A Zoom host has several classes at one time and can hold only one of them.',
    advice: 'Move one of the classes, or give an instructor a Zoom user of their own.',
    page: { path: PAGES.staff, name: 'Staff' },
    canRetry: false,
  },
  meetings: {
    title: 'Meetings that Zoom refused',
    meaning: 'The class has no meeting at Zoom, or one that is not as the class is.',
    advice: 'Mend what Zoom says, then press Retry.',
    canRetry: true,
  },
  seats: {
    title: 'Places that Zoom refused',
    meaning:
      'Somebody has no link of their own to their class, and would not be counted as present.',
    advice: 'Mend what Zoom says, there or in their name and email here, then press Retry.',
    canRetry: true,
  },
  'not-held': {
    title: 'Classes that nobody started',
    meaning:
      'Zoom has no record of the meeting, so the class doesn’t count as missed. The students get an apology and new times to choose from.',
    advice:
      'If the class did take place, open its page and mark it as held, or correct attendance there. If it didn’t, you may want to write to the students from the same page, then dismiss this.',
    canRetry: false,
  },
  attendance: {
    title: 'Attendance that is not settled',
    meaning: 'Until Zoom has reported who came, attendance goes by who was seen coming and going.',
    advice: 'Mend what Zoom says and press Retry, or correct attendance on the class’s page.',
    canRetry: true,
  },
  mails: {
    title: 'Mails that were refused',
    meaning: 'The mail did not leave, and the person knows nothing of what it says.',
    advice: 'Correct their email address, then press Retry. Or tell them in another way.',
    canRetry: true,
  },
  texts: {
    title: 'Texts that were refused',
    meaning: 'The text did not leave, and the person knows nothing of what it says.',
    advice: 'Do what it says next to each text, then press Retry. Or reach them another way.',
    canRetry: true,
  },
  'undelivered-texts': {
    title: 'Texts that did not arrive',
    meaning: 'The text left, but did not reach the phone. It is not sent again by itself.',
    advice:
      'Do what it says next to each text. You can send it again from the person’s page. Once a text gets through to them, it leaves this list.',
    canRetry: false,
  },
  wishes: {
    title: 'Students whom no class time suits',
    meaning: 'They told which days and hours would suit them, and wait for an answer.',
    advice:
      'Read it on the person’s page, write to them or choose a time for them, then mark it there as answered.',
    canRetry: false,
  },
  retreats: {
    title: 'Retreat registrations of nobody we know',
    meaning: 'The retreat site reports somebody whose email and phone no account has.',
    advice: 'Match it with a student on the tab Students, or say there that it is “Not ours”.',
    page: { path: `${PAGES.admin}?tab=students`, name: 'Students' },
    canRetry: false,
  },
  webhooks: {
    title: 'Messages that were turned away',
    meaning:
      'A service, or somebody who pretends to be one, has sent what bears no valid signature or cannot be read. Nothing of it was taken over.',
    advice:
      'If events of the service are missing, compare its secret with the settings. A few that nobody misses can be dismissed.',
    page: setup,
    canRetry: false,
  },
  jobs: {
    title: 'Other work that failed',
    meaning: 'It was tried several times and given up.',
    advice: 'Read the reason, mend it, then press Retry.',
    canRetry: true,
  },
};
