import { formatMonthDay, formatSpokenSlot } from '../../course/format-time.ts';
import type { Answers } from './domain-errors.ts';

export const classAnswers = {
  'class-not-found': { status: 404, sentence: 'There is no such class.' },
  'class-deleted': { status: 404, sentence: 'This class has been deleted.' },
  'class-cancelled': { status: 409, sentence: 'Somebody has cancelled this class meanwhile.' },
  'class-begun': { status: 409, sentence: 'A class that has begun cannot be cancelled.' },
  'cancellation-undone': { status: 409, sentence: 'Somebody has undone this meanwhile.' },
  'undo-too-late': { status: 409, sentence: 'This can no longer be undone.' },
  'place-just-taken': {
    status: 409,
    sentence: 'Another class has just been put in the place of one of these. Please try again.',
  },
  'date-closed': {
    status: 409,
    sentence: ({ date, name }) => `There are no classes on ${formatMonthDay(date)}: ${name}.`,
  },
  'nobody-to-write-to': {
    status: 409,
    sentence: 'There is nobody to write to.',
    field: 'audience',
  },
  'text-too-long': {
    status: 400,
    sentence: ({ segments, most }) =>
      `The text is ${segments} segments long. Please shorten it to ${most} at most.`,
    field: 'textBody',
  },
  'too-many-recipients': {
    status: 409,
    sentence: ({ most }) =>
      `These are more than ${most} people, and as many mails would not leave in a day. Please narrow the list.`,
  },
  'closed-dates-order': {
    status: 400,
    sentence: 'Please select a last day that is not before the first.',
    field: 'lastDate',
  },
  'class-over': { status: 409, sentence: 'This class is over. Please choose another one.' },
  'class-date-missing': { status: 400, sentence: 'Please select a date' },
  'class-date-past': { status: 400, sentence: 'Please select today or a later day.' },
  'class-time-past': {
    status: 400,
    sentence: 'This time has passed. Please choose a later one.',
    field: 'timeSlot',
  },
  'class-short-notice': {
    status: 409,
    sentence: 'The class would begin within 15 minutes. Please confirm that this is meant.',
  },
  'classes-short-notice': {
    status: 409,
    sentence: 'The class would begin within 15 minutes. Please move it alone, with Edit.',
  },
  'class-date-not-allowed': { status: 400, sentence: 'A class cannot be moved to that day.' },
  'class-exists': {
    status: 409,
    sentence: ({ hasInstructor }) =>
      `There is already a class at this time ${hasInstructor ? 'with this' : 'without an'} instructor.`,
  },
  'class-has-registrations': {
    status: 409,
    sentence: 'There are students registered for this class. It cannot be deleted.',
  },
  'class-type-in-use': {
    status: 409,
    sentence: ({ registered, classType }) =>
      `${nameSome(registered)} ${registered.length === 1 ? 'is registered and needs' : 'are registered and need'} it to stay ${classType}.`,
  },
  'students-busy-that-week': {
    status: 409,
    sentence: ({ students }) =>
      `The class cannot move to that week: ${whoIsBusy(students)} another class then.`,
  },
  'instructor-unknown': { status: 400, sentence: 'Please choose an instructor from the list.' },
  'class-number-taken': {
    status: 409,
    sentence: 'You already have a time for this class. Please load the page again.',
  },
  'other-class-next': {
    status: 409,
    sentence: ({ meant, next }) =>
      meant < next
        ? `You don’t need a time for class ${meant} anymore, perhaps because you chose one in another window. Now choose a time for class ${next}.`
        : `Your classes have changed meanwhile. Now choose a time for class ${next}.`,
  },
  'plan-refused': {
    status: 409,
    sentence: ({ current: { problems } }) =>
      `Nothing was registered yet. ${problems.map(({ classNumber, message }) => `Class ${classNumber}: ${message}`).join(' ')}`,
  },

  'class-not-begun': {
    status: 409,
    sentence: 'Until the class begins, somebody can only be excused from it.',
  },
  'not-in-class': { status: 409, sentence: 'This person has no place in this class.' },
  'guest-name-taken': {
    status: 409,
    sentence:
      'That name has been matched already, or was not in the room. Please look at the class again.',
  },

  'host-busy': {
    status: 409,
    sentence: ({ isCourseHost, ...taken }) =>
      isCourseHost
        ? `The course’s Zoom account already hosts a class on ${formatSpokenSlot(taken.startsAt)}${taken.who ? ` (${taken.who})` : ''}. Choose an instructor with their own Zoom user, or another time.`
        : `${describeTaken(taken)} Please choose another time, or another instructor.`,
  },
  'zoom-user-busy': {
    status: 409,
    sentence: (taken) =>
      `${describeTaken(taken)} Please move one of the classes first, or enter another Zoom user.`,
    field: 'zoomUser',
  },
  'class-has-no-meeting': {
    status: 409,
    sentence: 'This class doesn’t have an associated Zoom meeting.',
  },
  'meeting-out-of-reach': {
    status: 409,
    sentence:
      'The meeting id and passcode are shown from a day before your class until an hour after it begins.',
  },
  'meeting-gone': { status: 409, sentence: 'Zoom no longer has a meeting for this class.' },
  'meeting-start-refused': { status: 502, sentence: 'Zoom refused to start this meeting.' },
  'meeting-provider-down': {
    status: 503,
    sentence: 'Zoom does not answer at the moment. Please try again in a minute.',
  },
} satisfies Partial<Answers>;

const mostNamed = 3;

/** 'Daniel Reyes already has a class with this Zoom host on Tuesday, November 17 at 5:00 PM PT.' */
function describeTaken({ who, startsAt }: { who: string | null; startsAt: Date }): string {
  const when = `with this Zoom host on ${formatSpokenSlot(startsAt)}.`;
  return who ? `${who} already has a class ${when}` : `There is already a class ${when}`;
}

function whoIsBusy(students: string[] | undefined): string {
  if (students === undefined) return 'somebody registered for it already has';
  return `${nameSome(students)} already ${students.length === 1 ? 'has' : 'have'}`;
}

/** 'Ana Lima', 'Ana Lima and Ben Ode', 'Ana Lima, Ben Ode, Cy Roe and 4 others' */
function nameSome(names: string[]): string {
  const others = names.length - mostNamed;
  const list = names.slice(0, mostNamed);
  if (others > 0) list.push(others === 1 ? '1 other' : `${others} others`);
  return new Intl.ListFormat('en-GB').format(list);
}
