import { formatTime } from '../../course/format-time.ts';
import {
  JOURNEY_GROUPS,
  type JourneyFlag,
  type JourneyGroup,
} from '../../course/journey-groups.ts';
import { PAGES } from '../../course/pages.ts';

export const groupTexts: Record<JourneyGroup, readonly [about: string, since: string]> = {
  'never-chose': ['They have an account but haven’t chosen a class yet.', 'Account created'],
  choosing: ['They have chosen some of their classes, but not all of them yet.', 'Last choice'],
  weekly: ['They have chosen all their classes and still have weekly ones ahead.', 'All chosen'],
  monthly: [
    'They have finished the weekly classes but haven’t attended Class 10 yet.',
    'Last weekly class',
  ],
  finished: ['They attended Class 10 and can become alumni.', 'Class 10'],
  'choose-again': [
    'Their class was canceled or not held, and they haven’t chosen a new time yet.',
    'Canceled',
  ],
  missed: ['They missed a class and haven’t made it up yet.', 'Missed on'],
  'missed-twice': ['They missed two or more classes and haven’t made them up yet.', 'First missed'],
  requests: ['No class time works for them, and they’re waiting for an answer.', 'Asked on'],
  'in-line': ['They’re on the waiting list for a class that’s full.', 'Joined on'],
  retreat: [
    'They have chosen all their classes but haven’t registered for a retreat. Transfer students don’t need one.',
    'All chosen',
  ],
  texts: [
    'They have chosen all their classes but haven’t said whether they want texts.',
    'All chosen',
  ],
  quiet: [
    'We don’t count students who have finished or accounts less than 30 days old.',
    'Inactive since',
  ],
  'never-signed-in': ['They have never signed in with their own link.', 'Account created'],
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
