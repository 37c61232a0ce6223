import * as z from 'zod/mini';
import { isTimeZone } from '../course/pacific-time.ts';
import { ROLES } from '../course/roles.ts';
import { passkey } from './accounts.ts';
import { forAdmins, forEditors, forSignedIn, forStaff } from './endpoint.ts';
import { instant, listOf, maybeInstant, maybeText, nameAndEmail } from './fields.ts';

const device = z.object({
  id: z.string(),
  startedAt: instant,
  /** Updated occasionally, not with every request. */
  lastSeenAt: instant,
  /** For example, 'Safari on iPhone'. */
  device: z.string(),
  isCurrent: z.boolean(),
});

const timeZone = z.string().check(z.refine(isTimeZone, 'Please choose a time zone'));

const ownData = z.object({
  writtenAt: instant,
  profile: z.object({
    ...nameAndEmail,
    phone: maybeText,
    isPhoneConfirmed: z.boolean(),
    role: z.enum(ROLES),
    canEdit: z.boolean(),
    startDate: maybeText,
    transferStudent: z.boolean(),
    retreatContinueClicked: z.boolean(),
    textContinueClicked: z.boolean(),
    textConsent: z.boolean(),
    zoomUser: maybeText,
    timeZone: maybeText,
    createdAt: instant,
  }),
  registrations: listOf({
    classNumber: z.int(),
    classType: z.string(),
    startsAt: instant,
    instructor: maybeText,
    isRescheduled: z.boolean(),
    createdAt: instant,
    canceledAt: maybeInstant,
    cancelReason: maybeText,
    /** Set if the student has to pick a new time, because the class or their place in it was canceled. */
    classCanceledAt: maybeInstant,
  }),
  placesCanceled: listOf({ classNumber: z.int(), canceledAt: instant, reason: z.string() }),
  attendance: listOf({
    startsAt: instant,
    status: z.string(),
    source: z.string(),
    joinedAt: maybeInstant,
    leftAt: maybeInstant,
    recordedAt: instant,
  }),
  attendanceCorrections: listOf({
    startsAt: instant,
    status: z.string(),
    reason: z.string(),
    guestName: maybeText,
    correctedAt: instant,
  }),
  roomEvents: listOf({ startsAt: instant, kind: z.string(), at: instant }),
  joins: listOf({ startsAt: instant, createdAt: instant }),
  meetingPlaces: listOf({ startsAt: instant, email: maybeText }),
  retreats: listOf({
    title: z.string(),
    description: z.string(),
    email: maybeText,
    phone: maybeText,
    registeredAt: instant,
    canceledAt: maybeInstant,
  }),
  consentEvents: listOf({
    consent: z.boolean(),
    shown: z.string(),
    source: z.string(),
    ip: maybeText,
    at: instant,
  }),
  reminders: listOf({ kind: z.string(), dueAt: instant, outcome: maybeText }),
  makeupProposals: listOf({
    proposedAt: instant,
    validUntil: instant,
    missedClass: instant,
    number: z.number(),
    startsAt: instant,
    pickedAt: maybeInstant,
  }),
  messages: listOf({
    kind: maybeText,
    subject: maybeText,
    body: z.nullable(z.string()),
    channel: z.string(),
    recipient: z.string(),
    status: z.string(),
    createdAt: instant,
    settledAt: maybeInstant,
  }),
  sessions: listOf({
    device: z.string(),
    userAgent: maybeText,
    startedAt: instant,
    lastSeenAt: maybeInstant,
    expiresAt: instant,
  }),
  passkeys: z.array(z.omit(passkey, { id: true })),
  loginLinks: listOf({
    kind: z.string(),
    createdAt: instant,
    expiresAt: instant,
    endedAt: maybeInstant,
  }),
  calendarAddressCreatedAt: maybeInstant,
  waitingLists: listOf({
    classNumber: z.int(),
    startsAt: instant,
    joinedAt: instant,
    status: z.string(),
  }),
  classTimeWishes: listOf({
    classNumber: z.int(),
    days: z.array(z.string()),
    hours: z.array(z.string()),
    comment: z.string(),
    sentAt: instant,
    answeredAt: maybeInstant,
  }),
  staffNotes: listOf({ body: z.string(), writtenAt: instant, editedAt: maybeInstant }),
  /** Includes the IP address only for the person’s own actions. */
  auditEntries: listOf({ at: instant, action: z.string(), isOwn: z.boolean(), ip: maybeText }),
});

export const ownDataCalls = {
  getAccount: forSignedIn('GET /api/account', {
    summary: 'Lists the devices where the caller is signed in, and a staff member’s passkeys',
    response: z.object({ sessions: z.array(device), passkeys: z.array(passkey) }),
  }),
  chooseTimeZone: forSignedIn('POST /api/account/time-zone', {
    summary: 'Saves the caller’s time zone',
    needsOwnSignIn: true,
    body: z.strictObject({ timeZone, isTimeZoneChosen: z.boolean() }),
  }),
  /** Pages call this before they open a download, because a download can’t ask people to confirm who they are. */
  checkConfirmed: forSignedIn('GET /api/account/confirmed', {
    summary: 'Returns 401 if the caller has to confirm who they are',
    confirm: true,
  }),
  endSession: forSignedIn('DELETE /api/account/sessions/:id', {
    summary: 'Signs the caller out on one device',
    needsOwnSignIn: true,
    params: z.object({ id: z.string() }),
  }),
  getOwnData: forSignedIn('GET /api/account/data', {
    summary: 'Returns all the data that the portal has about the caller',
    needsOwnSignIn: true,
    response: ownData,
    refusals: [429],
  }),
  signOutEverywhere: forSignedIn('POST /api/account/sign-out-everywhere', {
    summary: 'Ends all of the caller’s sessions and invalidates their login links',
    needsOwnSignIn: true,
  }),
  signOutEverybody: forAdmins('POST /api/admin/sign-out-everybody', {
    summary: 'Ends everyone’s sessions, including the caller’s',
    confirm: true,
  }),
  signOutPerson: forAdmins('POST /api/admin/people/:id/sign-out', {
    summary: 'Ends all of a person’s sessions and invalidates their login links',
  }),
  sendLoginLinkTo: forEditors('POST /api/admin/people/:id/send-login-link', {
    summary: 'Sends a login link to a person, by email or text',
    body: z.strictObject({ by: z.enum(['email', 'text'], 'Please choose email or text') }),
    refusals: [409, 429],
  }),
  copyLoginLink: forStaff('POST /api/admin/people/:id/login-link', {
    summary: 'Returns a login link for staff to pass on to a person',
    confirm: true,
    response: z.object({
      /** The same path as `loginLink` in the person’s row. After this call, opening it signs the person in. */
      loginLink: z.string(),
    }),
    refusals: [429],
  }),
};
