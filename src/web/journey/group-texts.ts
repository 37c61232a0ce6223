import { formatTime } from '../../course/format-time.ts';
import {
  JOURNEY_GROUPS,
  type JourneyFlag,
  type JourneyGroup,
} from '../../course/journey-groups.ts';
import { PAGES } from '../../course/pages.ts';

export const groupTexts: Record<JourneyGroup, { about: string; since: string }> = {
  'never-chose': {
    about: 'They have an account but haven’t chosen a class yet.',
    since: 'Account created',
  },
  choosing: {
    about: 'They have chosen some of their classes, but not all of them yet.',
    since: 'Last choice',
  },
  weekly: {
    about: 'They have chosen all their classes and still have weekly ones ahead.',
    since: 'All chosen',
  },
  monthly: {
    about: 'They have finished the weekly classes but haven’t attended Class 10 yet.',
    since: 'Last weekly class',
  },
  finished: { about: 'They attended Class 10 and can become alumni.', since: 'Class 10' },
  'choose-again': {
    about: 'Their class was canceled or not held, and they haven’t chosen a new time yet.',
    since: 'Canceled',
  },
  missed: { about: 'They missed a class and haven’t made it up yet.', since: 'Missed on' },
  'missed-twice': {
    about: 'They missed two or more classes and haven’t made them up yet.',
    since: 'First missed',
  },
  requests: {
    about: 'No class time works for them, and they’re waiting for an answer.',
    since: 'Asked on',
  },
  'in-line': {
    about: 'They’re on the waiting list for a class that’s full.',
    since: 'Joined on',
  },
  retreat: {
    about:
      'They have chosen all their classes but haven’t registered for a retreat. Transfer students don’t need one.',
    since: 'All chosen',
  },
  texts: {
    about: 'They have chosen all their classes but haven’t said whether they want texts.',
    since: 'All chosen',
  },
  quiet: {
    about: 'We don’t count students who have finished or accounts less than 30 days old.',
    since: 'Inactive since',
  },
  'never-signed-in': {
    about: 'They have never signed in with their own link.',
    since: 'Account created',
  },
};

export function pathOfGroup(group: JourneyGroup, only?: JourneyFlag): string {
  return `${PAGES.journey}?${new URLSearchParams({ group, ...(only && { only }) })}`;
}

/** `countedAt` is null if the figures were counted just now. */
export const describeAge = (countedAt: string | null) =>
  countedAt && `Counted at ${formatTime(new Date(countedAt))}.`;

export function readGroup(text: string | null): JourneyGroup | undefined {
  return JOURNEY_GROUPS.find((group) => group === text);
}
