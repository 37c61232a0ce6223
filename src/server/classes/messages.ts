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
