import type { ClassType } from '../../course/course.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { invitationNote } from '../calendar/index.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import { toStop } from '../messaging/text-words.ts';
import type { Settings } from '../settings.ts';

interface Move {
  firstName: string;
  classNumber: number;
  from: Date;
  to: Date;
}

export function classMovedMail(site: Settings['site'], move: Move, scheduleUrl: string) {
  const { firstName, classNumber, from, to } = move;
  return layOutMail(site, {
    subject: `Class ${classNumber} has a new time`,
    preview: `It is now on ${formatSpokenSlot(to)}.`,
    greeting: `Hello ${firstName},`,
    blocks: [
      `Your class ${classNumber} has moved from ${formatSpokenSlot(from)} to ${formatSpokenSlot(to)}.`,
      'You need not do anything. If the new time does not suit you, you can choose another one on your schedule.',
    ],
    action: { words: 'See your schedule', link: scheduleUrl },
    afterwards: invitationNote,
  });
}

/** Without a link of its own, it is told from others by its sentence, in which no name can be written otherwise on the way. */
export function classMovedText(site: Settings['site'], { classNumber, to }: Move) {
  const searchText = `your class ${classNumber} has moved to ${formatSpokenSlot(to)}.`;
  return { body: `${site.organisation}: ${searchText} ${toStop}`, searchText };
}

interface Taught {
  firstName: string;
  startsAt: Date;
  classType: ClassType;
}

export function classGivenMail(
  site: Settings['site'],
  { firstName, startsAt, classType, registered }: Taught & { registered: number },
  dashboardUrl: string,
) {
  const when = formatSpokenSlot(startsAt);
  const students = registered === 1 ? '1 student is' : `${registered || 'No'} students are`;
  return layOutMail(site, {
    subject: `You teach the class on ${when}`,
    preview: 'You are its instructor now.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `You are now the instructor of the ${classType.toLowerCase()} class on ${when}. ${students} registered so far.`,
      'On the dashboard you see who they are, and start the meeting when it is time.',
    ],
    action: { words: 'Open the dashboard', link: dashboardUrl },
  });
}

export function classTakenMail(
  site: Settings['site'],
  { firstName, startsAt, classType, successor }: Taught & { successor: string | null },
  dashboardUrl: string,
) {
  const when = formatSpokenSlot(startsAt);
  return layOutMail(site, {
    subject: `You no longer teach the class on ${when}`,
    preview: successor ? `${successor} teaches it now.` : 'It has no instructor at the moment.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `You are no longer the instructor of the ${classType.toLowerCase()} class on ${when}. ${successor ? `${successor} teaches it now.` : 'It has no instructor at the moment.'}`,
      'You need not do anything.',
    ],
    action: { words: 'Open the dashboard', link: dashboardUrl },
  });
}

interface NewInstructor {
  firstName: string;
  classNumber: number;
  startsAt: Date;
  instructorFirstName: string;
}

export function newInstructorMail(
  site: Settings['site'],
  { firstName, classNumber, startsAt, instructorFirstName }: NewInstructor,
  scheduleUrl: string,
) {
  return layOutMail(site, {
    subject: `Class ${classNumber} has a new instructor`,
    preview: `${instructorFirstName} teaches it.`,
    greeting: `Hello ${firstName},`,
    blocks: [
      `Your class ${classNumber} on ${formatSpokenSlot(startsAt)} is now taught by ${instructorFirstName}.`,
      'You need not do anything.',
    ],
    action: { words: 'See your schedule', link: scheduleUrl },
  });
}
