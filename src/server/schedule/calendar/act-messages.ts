import { formatSpokenSlot } from '../../../course/format-time.ts';
import { chooseAgainPath, classOnSchedule } from '../../../course/pages.ts';
import { layOutMail } from '../../messages/mail-layout.ts';
import type { Settings } from '../../settings.ts';
import { invitationNote } from './words.ts';

interface ActDetails {
  firstName: string;
  registrationId: number;
  classNumber: number;
  startsAt: Date;
  isPast: boolean;
  /** Where it was, if it had a time. */
  from: Date | null;
}

type Act = 'registered' | 'moved' | 'cancelled';

/** What staff did with a student's class, and how to change it. */
export function actMail(settings: Settings, act: Act, details: ActDetails) {
  return writers[act](settings, details);
}

/** Of a class that is past there is no other time to choose on the schedule. */
const howToChange = ({ site }: Settings, { isPast }: ActDetails) =>
  `This was done for you by ${site.organisation}. ${isPast ? 'If it is a mistake, please tell us.' : 'If the time does not suit you, please choose another one on your schedule.'}`;

const seeSchedule = ({ publicUrl }: Settings, { classNumber }: ActDetails) => ({
  words: 'See your schedule',
  link: publicUrl + classOnSchedule(classNumber),
});

type Writer = (settings: Settings, act: ActDetails) => ReturnType<typeof layOutMail>;

const writers: Record<Act, Writer> = {
  registered: (settings, act) => {
    const { firstName, classNumber, startsAt } = act;
    return layOutMail(settings.site, {
      subject: `Your time for class ${classNumber}`,
      preview: `${formatSpokenSlot(startsAt)}.`,
      greeting: `Hello ${firstName},`,
      blocks: [
        `We have registered you for class ${classNumber} on ${formatSpokenSlot(startsAt)}.`,
        howToChange(settings, act),
      ],
      action: seeSchedule(settings, act),
      afterwards: invitationNote,
    });
  },

  moved: (settings, act) => {
    const { firstName, classNumber, startsAt, from } = act;
    return layOutMail(settings.site, {
      subject: `Your new time for class ${classNumber}`,
      preview: `${formatSpokenSlot(startsAt)}.`,
      greeting: `Hello ${firstName},`,
      blocks: [
        `We have put your class ${classNumber} on ${formatSpokenSlot(startsAt)}.${from ? ` It was on ${formatSpokenSlot(from)}.` : ''}`,
        howToChange(settings, act),
      ],
      action: seeSchedule(settings, act),
      afterwards: invitationNote,
    });
  },

  cancelled: (settings, { firstName, registrationId, classNumber, startsAt }) =>
    layOutMail(settings.site, {
      subject: `Class ${classNumber} is to be chosen again`,
      preview: 'Please choose a new time.',
      greeting: `Hello ${firstName},`,
      blocks: [
        `We have taken you out of class ${classNumber} on ${formatSpokenSlot(startsAt)}.`,
        `You lose nothing by it: please choose a new time for this class. This was done for you by ${settings.site.organisation}. If it is a mistake, please tell us.`,
      ],
      action: {
        words: 'Choose a new time',
        link: settings.publicUrl + chooseAgainPath(registrationId),
      },
      afterwards:
        'Many calendars take the class out by themselves. In others, open the attached file.',
    }),
};
