import { CLASS_HAS_REGISTRATIONS } from '../../contract/words.ts';
import { formatMonthDay, formatSpokenSlot } from '../../course/format-time.ts';
import { answersTo, conflict, invalid, nameSome, notFound } from './error-answers.ts';

export const classAnswers = answersTo({
  'class-not-found': notFound('We couldn’t find this class. It may have been deleted.'),
  'class-deleted': notFound('This class has been deleted.'),
  'class-canceled': conflict('Someone else has already canceled this class.'),
  'class-begun': conflict('This class has already started, so it can’t be canceled.'),
  'cancellation-undone': conflict('Someone else has already undone this.'),
  'undo-too-late': conflict('It’s too late to undo this.'),
  'place-just-taken': conflict(
    'Another class was just added at one of these times. Please try again.',
  ),
  'date-closed': conflict(
    ({ date, name }) =>
      `There are no classes on ${formatMonthDay(date)}: ${name}. Please choose another day.`,
  ),
  'nobody-to-write-to': conflict('There’s no one to write to.', 'audience'),
  'text-too-long': invalid(
    ({ segments, most }) =>
      `The text is ${segments} segments long. Please shorten it to at most ${most}.`,
    'textBody',
  ),
  'too-many-recipients': conflict(
    ({ most }) =>
      `That’s more than ${most} people, too many to email in a day. Please narrow the list.`,
  ),
  'closed-dates-order': invalid('Please select a last day on or after the first day.', 'lastDate'),
  'class-over': conflict('This class is over. Please choose another one.'),
  'class-date-missing': invalid('Please select a date'),
  'class-date-past': invalid('Please select today or a later day.'),
  'class-time-past': invalid('This time has passed. Please choose a later one.', 'timeSlot'),
  'class-short-notice': conflict(
    'The class would start within 15 minutes. Please confirm that this is what you want.',
  ),
  'classes-short-notice': conflict(
    'One of these classes would start within 15 minutes. Please use Edit to move that class separately.',
  ),
  'class-date-not-allowed': invalid(
    'You can’t move a class to that day. Please choose another day.',
  ),
  'classes-changed': conflict(
    ({ now }) =>
      `Someone else has changed ${now.length === 1 ? 'one' : now.length} of these classes in the meantime: ${nameSome(now)}. Please check before you save again.`,
  ),
  'class-exists': conflict(
    ({ hasInstructor, startsAt }) =>
      `There’s already a class on ${formatSpokenSlot(startsAt)} ${hasInstructor ? 'with this' : 'without an'} instructor. Please choose another time or instructor.`,
  ),
  'class-has-registrations': conflict(CLASS_HAS_REGISTRATIONS),
  'class-type-in-use': conflict(
    ({ registered, classType }) =>
      `${nameSome(registered)} ${registered.length === 1 ? 'is registered and needs' : 'are registered and need'} this to stay a ${classType} class.`,
  ),
  'too-few-places': conflict(
    ({ taken, held }) =>
      `${taken === 1 ? '1 person is' : `${taken} people are`} registered for this class${held > 0 ? ' or still deciding about a place that we offered' : ''}, so it needs at least ${taken === 1 ? '1 place' : `${taken} places`}.`,
    'places',
  ),
  'students-busy-that-week': conflict(
    ({ students }) =>
      `You can’t move the class to that week: ${whoIsBusy(students)} another class then.`,
  ),
  'instructor-unknown': invalid('Please choose an instructor from the list.'),
  'class-number-taken': conflict('You already have a time for this class. Please reload the page.'),
  'other-class-next': conflict(({ meant, next }) =>
    meant < next
      ? `You don’t need a time for Class ${meant} anymore, perhaps because you picked one in another window. Please pick a time for Class ${next}.`
      : `Your classes have changed since you opened this page. Please pick a time for Class ${next}.`,
  ),
  'plan-refused': conflict(
    ({ current: { problems } }) =>
      `We haven’t saved any of these times yet. ${problems.map(({ classNumber, message }) => `Class ${classNumber}: ${message}`).join(' ')}`,
  ),
  'class-not-begun': conflict('Before the class starts, you can only excuse students.'),
  'not-in-class': conflict('This person isn’t registered for this class.'),
  'guest-name-taken': conflict(
    'That name is already matched to someone, or no one used it in the room. Please reload the page.',
  ),
  'host-busy': conflict(({ isCourseHost, ...taken }) =>
    isCourseHost
      ? `The course’s Zoom account already hosts a class on ${formatSpokenSlot(taken.startsAt)}${taken.who ? ` (${taken.who})` : ''}. Choose an instructor with their own Zoom user, or another time.`
      : `${describeTaken(taken)} Please choose another time or instructor.`,
  ),
  'zoom-user-busy': conflict(
    (taken) =>
      `${describeTaken(taken)} Please move one of the classes first, or enter another Zoom user.`,
    'zoomUser',
  ),
  'class-has-no-meeting': conflict('This class doesn’t have an associated Zoom meeting.'),
  'meeting-out-of-reach': conflict(
    'You can see the meeting ID and passcode from a day before your class until an hour after it starts.',
  ),
  'meeting-gone': conflict('Zoom no longer has a meeting for this class.'),
  'meeting-start-refused': {
    status: 502,
    sentence: 'Zoom refused to start this meeting. Please try again, or start it in Zoom.',
  },
  'meeting-provider-down': {
    status: 503,
    sentence: 'Zoom isn’t responding right now. Please try again in a minute.',
  },
});

function describeTaken({ who, startsAt }: { who: string | null; startsAt: Date }): string {
  const when = `with this Zoom host on ${formatSpokenSlot(startsAt)}.`;
  return who ? `${who} already has a class ${when}` : `There’s already a class ${when}`;
}

function whoIsBusy(students: string[] | undefined): string {
  if (students === undefined) return 'someone registered for it already has';
  return `${nameSome(students)} already ${students.length === 1 ? 'has' : 'have'}`;
}
