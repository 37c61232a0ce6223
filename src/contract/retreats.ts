import * as z from 'zod/mini';
import { readPacificDate } from '../course/pacific-time.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId, requiredLines, requiredText, someId } from './fields.ts';

export const editRetreatBody = z.strictObject({
  retreatTitle: requiredText('Title is required'),
  retreatDescription: requiredLines('Description is required', 2000),
});

const retreatTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'));
const noRetreatDate = 'Please enter the date, or leave it empty';

export const enterRetreatBody = z
  .strictObject({
    ...editRetreatBody.shape,
    /** Pacific. Empty where it is not known yet; then the times say nothing. */
    date: z
      .string(noRetreatDate)
      .check(z.refine((text) => text === '' || readPacificDate(text) !== null, noRetreatDate)),
    from: retreatTime,
    until: retreatTime,
  })
  .check(
    z.refine(({ date, from, until }) => date === '' || from < until, {
      error: 'The end must be after the beginning',
      path: ['until'],
    }),
  );

const retreatRegistration = z.object({
  id,
  retreatTitle: z.string(),
  retreatDescription: z.string(),
});

/** As its student sees it. */
const ownRetreat = z.extend(retreatRegistration, {
  /** Both or none. */
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  /** Booked elsewhere and entered by an admin: the retreat site does not know of it. */
  isEnteredByHand: z.boolean(),
  /** Its own page on the retreat site, where the site tells of one. */
  changeUrl: z.nullable(z.string()),
});

const unmatchedRetreat = z.object({
  ...retreatRegistration.shape,
  /** As the retreat site has it, where it says so. */
  guestName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** What the retreat site calls it. */
  siteReference: z.nullable(z.string()),
  registeredAt: instant,
});
export type UnmatchedRetreat = z.infer<typeof unmatchedRetreat>;

export const retreatCalls = {
  getRetreatRegistration: endpoint('GET /api/retreat-registration', {
    summary: 'Returns the retreat registration of the student, or null',
    access: 'students',
    response: z.nullable(ownRetreat),
  }),
  completeRetreatInfo: endpoint('POST /api/complete-retreat-info', {
    summary: 'Notes that the student has seen the retreat step',
    access: 'students',
    response: z.object({ retreatContinueClicked: z.boolean() }),
  }),
  editRetreatRegistration: endpoint('PATCH /api/admin/retreat-registrations/:id', {
    summary: 'Changes the title and description of a retreat registration',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: editRetreatBody,
    response: retreatRegistration,
  }),
  getUnmatchedRetreats: endpoint('GET /api/admin/retreat-registrations/unmatched', {
    summary: 'Lists the retreat registrations that belong to no student yet',
    access: 'admins',
    response: z.array(unmatchedRetreat),
  }),
  getDismissedRetreats: endpoint('GET /api/admin/retreat-registrations/dismissed', {
    summary: 'Lists the last retreat registrations that were said to be not ours',
    access: 'admins',
    response: z.array(unmatchedRetreat),
  }),
  dismissRetreat: endpoint('POST /api/admin/retreat-registrations/:id/dismiss', {
    summary: 'Says that a retreat registration is not ours',
    access: 'admins',
    params: z.object({ id: pathId }),
    response: message,
    refusals: [409],
  }),
  restoreRetreat: endpoint('POST /api/admin/retreat-registrations/:id/restore', {
    summary: 'Takes back that a retreat registration is not ours',
    access: 'admins',
    params: z.object({ id: pathId }),
    response: message,
    refusals: [409],
  }),
  detachRetreat: endpoint('POST /api/admin/retreat-registrations/:id/detach', {
    summary: 'Undoes a match, or cancels what an admin has entered',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: z.strictObject({ personId: someId('Please choose a student'), isNotOurs: z.boolean() }),
    response: message,
    refusals: [409],
  }),
  enterRetreat: endpoint('POST /api/admin/people/:id/retreats', {
    summary: 'Enters a retreat that a student booked elsewhere than on the retreat site',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: enterRetreatBody,
    response: retreatRegistration,
  }),
  matchRetreatRegistration: endpoint('POST /api/admin/retreat-registrations/:id/match', {
    summary: 'Says to which student a retreat registration belongs',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: z.strictObject({ personId: someId('Please choose a student') }),
    response: retreatRegistration,
    refusals: [409],
  }),
};
