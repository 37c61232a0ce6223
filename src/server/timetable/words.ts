import type { ClassType } from '../../course/course.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import { toStop } from '../messages/text-words.ts';
import { invitationNote } from '../schedule/index.ts';
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
  startsAt: Date;
  classType: ClassType;
}

type Given = Taught & { registered: number };
type Taken = Taught & { successor: string | null };

const countStudents = (registered: number) =>
  registered === 1 ? '1 student is' : `${registered || 'No'} students are`;
const describeSuccessor = (successor: string | null) =>
  successor ? `${successor} teaches it now.` : 'It has no instructor at the moment.';

/** Of one class or of several that were one change. */
export function classGivenMail(
  site: Settings['site'],
  { firstName, given }: { firstName: string; given: Given[] },
  dashboardUrl: string,
) {
  const [only] = given;
  const isOne = given.length === 1 && only;
  const when = isOne && formatSpokenSlot(only.startsAt);
  return layOutMail(site, {
    subject: when ? `You teach the class on ${when}` : `You teach ${given.length} more classes`,
    preview: when ? 'You are its instructor now.' : 'You are their instructor now.',
    greeting: `Hello ${firstName},`,
    blocks: [
      ...(isOne
        ? [
            `You are now the instructor of the ${only.classType.toLowerCase()} class on ${when}. ${countStudents(only.registered)} registered so far.`,
          ]
        : [
            'You are now the instructor of these classes:',
            {
              rows: given.map(({ startsAt, classType, registered }): [string, string] => [
                formatSpokenSlot(startsAt),
                `${classType}. ${countStudents(registered)} registered so far.`,
              ]),
            },
          ]),
      'On the dashboard you see who they are, and start the meeting when it is time.',
    ],
    action: { words: 'Open the dashboard', link: dashboardUrl },
  });
}

export function classTakenMail(
  site: Settings['site'],
  { firstName, taken }: { firstName: string; taken: Taken[] },
  dashboardUrl: string,
) {
  const [only] = taken;
  const isOne = taken.length === 1 && only;
  const when = isOne && formatSpokenSlot(only.startsAt);
  return layOutMail(site, {
    subject: when
      ? `You no longer teach the class on ${when}`
      : `You no longer teach ${taken.length} of your classes`,
    preview: isOne ? describeSuccessor(only.successor) : 'You need not do anything.',
    greeting: `Hello ${firstName},`,
    blocks: [
      ...(isOne
        ? [
            `You are no longer the instructor of the ${only.classType.toLowerCase()} class on ${when}. ${describeSuccessor(only.successor)}`,
          ]
        : [
            'You are no longer the instructor of these classes:',
            {
              rows: taken.map(({ startsAt, classType, successor }): [string, string] => [
                formatSpokenSlot(startsAt),
                `${classType}. ${describeSuccessor(successor)}`,
              ]),
            },
          ]),
      'You need not do anything.',
    ],
    action: { words: 'Open the dashboard', link: dashboardUrl },
  });
}

export function taughtClassMovedMail(
  site: Settings['site'],
  { firstName, moved }: { firstName: string; moved: { from: Date; startsAt: Date }[] },
  dashboardUrl: string,
) {
  const [only] = moved;
  const isOne = moved.length === 1 && only;
  return layOutMail(site, {
    subject: isOne
      ? 'Your class has a new time'
      : `${moved.length} of your classes have a new time`,
    preview: isOne ? formatSpokenSlot(only.startsAt) : 'You still teach them.',
    greeting: `Hello ${firstName},`,
    blocks: [
      isOne ? 'A class that you teach was moved:' : 'Classes that you teach were moved:',
      {
        rows: moved.map(({ from, startsAt }): [string, string] => [
          formatSpokenSlot(startsAt),
          `instead of ${formatSpokenSlot(from)}`,
        ]),
      },
      'Everybody registered is told.',
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
