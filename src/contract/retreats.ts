import * as z from 'zod/mini';
import { readPacificDate } from '../course/pacific-time.ts';
import { forAdmins, forStudents } from './endpoint.ts';
import { id, instant, requiredLines, requiredText, someId } from './fields.ts';

export const editRetreatBody = z.strictObject({
  retreatTitle: requiredText('Title is required'),
  retreatDescription: requiredLines('Description is required', 2000),
});

const retreatTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'));
const noRetreatDate = 'Please enter a valid date, or leave this empty';

export const enterRetreatBody = z
  .strictObject({
    ...editRetreatBody.shape,
    /** A Pacific date, or an empty string if the date isn’t known yet. */
    date: z
      .string(noRetreatDate)
      .check(z.refine((text) => text === '' || readPacificDate(text) !== null, noRetreatDate)),
    from: retreatTime,
    until: retreatTime,
  })
  .check(
    z.refine(({ date, from, until }) => date === '' || from < until, {
      error: 'The end time must be after the start time',
      path: ['until'],
    }),
  );

const retreatRegistration = z.object({
  id,
  retreatTitle: z.string(),
  retreatDescription: z.string(),
});

const ownRetreat = z.extend(retreatRegistration, {
  /** `startsAt` and `endsAt` are either both set or both null. */
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  isEnteredByHand: z.boolean(),
  changeUrl: z.nullable(z.string()),
});

const unmatchedRetreat = z.object({
  ...retreatRegistration.shape,
  guestName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  siteReference: z.nullable(z.string()),
  registeredAt: instant,
});
export type UnmatchedRetreat = z.infer<typeof unmatchedRetreat>;

export const retreatCalls = {
  getRetreatRegistration: forStudents('GET /api/retreat-registration', {
    summary: 'Returns the student’s retreat registration, or null',
    response: z.nullable(ownRetreat),
  }),
  completeRetreatInfo: forStudents('POST /api/complete-retreat-info', {
    summary: 'Records that the student has seen the retreat step',
    response: z.object({ retreatContinueClicked: z.boolean() }),
  }),
  editRetreatRegistration: forAdmins('PATCH /api/admin/retreat-registrations/:id', {
    summary: 'Changes the title and description of a retreat registration',
    body: editRetreatBody,
    response: retreatRegistration,
  }),
  getUnmatchedRetreats: forAdmins('GET /api/admin/retreat-registrations/unmatched', {
    summary: 'Lists the retreat registrations that haven’t been matched to a student yet',
    response: z.array(unmatchedRetreat),
  }),
  getDismissedRetreats: forAdmins('GET /api/admin/retreat-registrations/dismissed', {
    summary: 'Lists recent retreat registrations marked as not ours',
    response: z.array(unmatchedRetreat),
  }),
  dismissRetreat: forAdmins('POST /api/admin/retreat-registrations/:id/dismiss', {
    summary: 'Marks a retreat registration as not ours',
    refusals: [409],
  }),
  restoreRetreat: forAdmins('POST /api/admin/retreat-registrations/:id/restore', {
    summary: 'Restores a retreat registration marked as not ours',
    refusals: [409],
  }),
  detachRetreat: forAdmins('POST /api/admin/retreat-registrations/:id/detach', {
    summary: 'Undoes a match, or cancels a retreat that an admin entered',
    body: z.strictObject({ personId: someId('Please choose a student'), isNotOurs: z.boolean() }),
    refusals: [409],
  }),
  enterRetreat: forAdmins('POST /api/admin/people/:id/retreats', {
    summary: 'Adds a retreat that a student didn’t book on the retreat site',
    body: enterRetreatBody,
    response: retreatRegistration,
  }),
  matchRetreatRegistration: forAdmins('POST /api/admin/retreat-registrations/:id/match', {
    summary: 'Matches a retreat registration to a student',
    body: z.strictObject({ personId: someId('Please choose a student') }),
    response: retreatRegistration,
    refusals: [409],
  }),
};
