import {
  JOURNEY_GROUPS,
  type JourneyFlag,
  type JourneyGroup,
} from '../../course/journey-groups.ts';
import { PAGES } from '../../course/pages.ts';

/** For each group, a description and the header of its date column. */
export const groupTexts: Record<JourneyGroup, { about: string; since: string }> = {
  'never-chose': {
    about: 'Students with an account who haven’t chosen a class yet.',
    since: 'Account since',
  },
  choosing: {
    about: 'They have chosen some of their classes, but not all of them up to Class 10.',
    since: 'Last choice',
  },
  weekly: {
    about: 'They have chosen all classes and still have weekly ones ahead.',
    since: 'All chosen',
  },
  monthly: {
    about: 'They are done with the weekly classes but haven’t attended Class 10 yet.',
    since: 'Last weekly class',
  },
  finished: { about: 'They attended Class 10 and can become alumni.', since: 'Class 10' },
  'choose-again': {
    about: 'Their class was canceled, and they haven’t picked a new time.',
    since: 'Canceled',
  },
  missed: { about: 'They missed a class and haven’t made it up.', since: 'Missed on' },
  'missed-twice': { about: 'They haven’t made up two or more classes.', since: 'First missed' },
  requests: { about: 'No class time works for them. They wait for an answer.', since: 'Asked on' },
  retreat: {
    about:
      'They have chosen all classes but haven’t registered for a retreat. Transfer students don’t need one.',
    since: 'All chosen',
  },
  texts: {
    about: 'They have chosen all classes but haven’t said whether they want texts.',
    since: 'All chosen',
  },
  quiet: {
    about: 'Excludes students who have finished and accounts less than 30 days old.',
    since: 'Inactive since',
  },
  'never-signed-in': {
    about: 'They have never signed in with their own link.',
    since: 'Account since',
  },
};

export function pathOfGroup(group: JourneyGroup, only?: JourneyFlag): string {
  return `${PAGES.journey}?${new URLSearchParams({ group, ...(only && { only }) })}`;
}

export function readGroup(text: string | null): JourneyGroup | undefined {
  return JOURNEY_GROUPS.find((group) => group === text);
}
