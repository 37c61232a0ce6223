import { JOURNEY_GROUPS, type JourneyGroup } from '../../course/journey-groups.ts';

interface GroupWords {
  name: string;
  /** Who is in it, as a sentence. */
  about: string;
  /** What the date in its list is of. */
  since: string;
}

export const groupWords: Record<JourneyGroup, GroupWords> = {
  'never-chose': {
    name: 'Never chose',
    about: 'Students who have an account and no class yet.',
    since: 'Account since',
  },
  choosing: {
    name: 'Half way choosing',
    about: 'They have chosen some of their classes and stopped before class 10.',
    since: 'Last choice',
  },
  weekly: {
    name: 'Weekly classes',
    about: 'All classes are chosen, and a weekly one is still to come.',
    since: 'All chosen',
  },
  monthly: {
    name: 'Monthly classes',
    about: 'The weekly classes are over, and class 10 is not attended yet.',
    since: 'Last weekly class',
  },
  finished: {
    name: 'Finished',
    about: 'They were present in class 10 and can become alumni.',
    since: 'Class 10',
  },
  'choose-again': {
    name: 'To choose again',
    about: 'Their class was cancelled, and they have not chosen another one.',
    since: 'Cancelled',
  },
  missed: {
    name: 'Missed, not made up',
    about: 'A class is over without them, and no other one is chosen in its place.',
    since: 'Missed on',
  },
  retreat: {
    name: 'Retreat to do',
    about:
      'All classes are chosen, and they are registered for no retreat. Transfer students need none.',
    since: 'All chosen',
  },
  texts: {
    name: 'Texts not answered',
    about: 'All classes are chosen, and they have not said whether they want texts.',
    since: 'All chosen',
  },
  quiet: {
    name: 'No sign-in for 30 days',
    about: 'Left out are those who have finished, and accounts that are not 30 days old.',
    since: 'Quiet since',
  },
  'never-signed-in': {
    name: 'Never signed in',
    about: 'They have not used a link of their own yet.',
    since: 'Account since',
  },
};

export function readGroup(text: string | null): JourneyGroup | undefined {
  return JOURNEY_GROUPS.find((group) => group === text);
}
