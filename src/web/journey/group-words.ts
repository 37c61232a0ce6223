import { JOURNEY_GROUPS, type JourneyGroup } from '../../course/journey-groups.ts';

interface GroupWords {
  /** Who is in it, as a sentence. */
  about: string;
  /** What the date in its list is of. */
  since: string;
}

export const groupWords: Record<JourneyGroup, GroupWords> = {
  'never-chose': {
    about: 'Students who have an account and no class yet.',
    since: 'Account since',
  },
  choosing: {
    about: 'They have chosen some of their classes and stopped before class 10.',
    since: 'Last choice',
  },
  weekly: {
    about: 'All classes are chosen, and a weekly one is still to come.',
    since: 'All chosen',
  },
  monthly: {
    about: 'The weekly classes are over, and class 10 is not attended yet.',
    since: 'Last weekly class',
  },
  finished: {
    about: 'They were present in class 10 and can become alumni.',
    since: 'Class 10',
  },
  'choose-again': {
    about: 'Their class was cancelled, and they have not chosen another one.',
    since: 'Cancelled',
  },
  missed: {
    about: 'A class is over without them, and no other one is chosen in its place.',
    since: 'Missed on',
  },
  retreat: {
    about:
      'All classes are chosen, and they are registered for no retreat. Transfer students need none.',
    since: 'All chosen',
  },
  texts: {
    about: 'All classes are chosen, and they have not said whether they want texts.',
    since: 'All chosen',
  },
  quiet: {
    about: 'Left out are those who have finished, and accounts that are not 30 days old.',
    since: 'Quiet since',
  },
  'never-signed-in': {
    about: 'They have not used a link of their own yet.',
    since: 'Account since',
  },
};

export function readGroup(text: string | null): JourneyGroup | undefined {
  return JOURNEY_GROUPS.find((group) => group === text);
}
