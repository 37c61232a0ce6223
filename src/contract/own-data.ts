import * as z from 'zod/mini';
import { isTimeZone } from '../course/pacific-time.ts';
import { ROLES } from '../course/roles.ts';
import { endpoint } from './endpoint.ts';
import { byId, instant, message, nameAndEmail } from './fields.ts';
import { passkey } from './passkeys.ts';

const device = z.object({
  id: z.string(),
  startedAt: instant,
  /** Updated now and then, not with every request. */
  lastSeenAt: instant,
  /** For example, 'Safari on iPhone'. */
  device: z.string(),
  isCurrent: z.boolean(),
});
export type Device = z.infer<typeof device>;

const maybeInstant = z.nullable(instant);
const maybeText = z.nullable(z.string());
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
  registrations: z.array(
    z.object({
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
  ),
  placesGivenUp: z.array(
    z.object({ classNumber: z.int(), canceledAt: instant, reason: z.string() }),
  ),
  attendance: z.array(
    z.object({
      startsAt: instant,
      status: z.string(),
      source: z.string(),
      joinedAt: maybeInstant,
      leftAt: maybeInstant,
      recordedAt: instant,
    }),
  ),
  attendanceCorrections: z.array(
    z.object({
      startsAt: instant,
      status: z.string(),
      reason: z.string(),
      /** The name this person used in the meeting, if staff had to match it. */
      guestName: maybeText,
      correctedAt: instant,
    }),
  ),
  roomEvents: z.array(z.object({ startsAt: instant, kind: z.string(), at: instant })),
  joins: z.array(z.object({ startsAt: instant, createdAt: instant })),
  meetingPlaces: z.array(z.object({ startsAt: instant, email: maybeText })),
  retreats: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      email: maybeText,
      phone: maybeText,
      registeredAt: instant,
      canceledAt: maybeInstant,
    }),
  ),
  consentEvents: z.array(
    z.object({
      consent: z.boolean(),
      shown: z.string(),
      source: z.string(),
      ip: maybeText,
      at: instant,
    }),
  ),
  reminders: z.array(z.object({ kind: z.string(), dueAt: instant, outcome: maybeText })),
  makeupProposals: z.array(
    z.object({
      proposedAt: instant,
      validUntil: instant,
      missedClass: instant,
      number: z.number(),
      startsAt: instant,
      pickedAt: maybeInstant,
    }),
  ),
  messages: z.array(
    z.object({
      kind: maybeText,
      subject: maybeText,
      body: z.nullable(z.string()),
      channel: z.string(),
      recipient: z.string(),
      status: z.string(),
      createdAt: instant,
      settledAt: maybeInstant,
    }),
  ),
  sessions: z.array(
    z.object({
      device: z.string(),
      userAgent: maybeText,
      startedAt: instant,
      lastSeenAt: maybeInstant,
      expiresAt: instant,
    }),
  ),
  passkeys: z.array(z.omit(passkey, { id: true })),
  loginLinks: z.array(
    z.object({
      kind: z.string(),
      createdAt: instant,
      expiresAt: instant,
      endedAt: maybeInstant,
    }),
  ),
  calendarAddressCreatedAt: maybeInstant,
  waitingLists: z.array(
    z.object({ classNumber: z.int(), startsAt: instant, joinedAt: instant, status: z.string() }),
  ),
  classTimeWishes: z.array(
    z.object({
      classNumber: z.int(),
      days: z.array(z.string()),
      hours: z.array(z.string()),
      comment: z.string(),
      sentAt: instant,
      answeredAt: maybeInstant,
    }),
  ),
  staffNotes: z.array(z.object({ body: z.string(), writtenAt: instant, editedAt: maybeInstant })),
  /** Includes the IP address only for the person’s own actions. */
  auditEntries: z.array(
    z.object({ at: instant, action: z.string(), isOwn: z.boolean(), ip: maybeText }),
  ),
});
export type OwnData = z.infer<typeof ownData>;

export const accountCalls = {
  getAccount: endpoint('GET /api/account', {
    summary: 'Lists the devices where the caller is signed in, and a staff member’s passkeys',
    access: 'signed-in',
    response: z.object({ sessions: z.array(device), passkeys: z.array(passkey) }),
  }),
  chooseTimeZone: endpoint('POST /api/account/time-zone', {
    summary: 'Saves the caller’s time zone',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ timeZone, isTimeZoneChosen: z.boolean() }),
    response: message,
  }),
  /** Lets pages ask for confirmation before they open a download, which can’t ask by itself. */
  checkConfirmed: endpoint('GET /api/account/confirmed', {
    summary: 'Returns 401 if the caller has to confirm who they are',
    access: 'signed-in',
    confirm: true,
    response: message,
  }),
  endSession: endpoint('DELETE /api/account/sessions/:id', {
    summary: 'Signs the caller out on one device',
    access: 'signed-in',
    needsOwnSignIn: true,
    params: z.object({ id: z.string() }),
    response: message,
  }),
  getOwnData: endpoint('GET /api/account/data', {
    summary: 'Returns all the data that the portal has about the caller',
    access: 'signed-in',
    needsOwnSignIn: true,
    response: ownData,
    refusals: [429],
  }),
  signOutEverywhere: endpoint('POST /api/account/sign-out-everywhere', {
    summary: 'Ends all of the caller’s sessions and invalidates their login links',
    access: 'signed-in',
    needsOwnSignIn: true,
    response: message,
  }),
  signOutEverybody: endpoint('POST /api/admin/sign-out-everybody', {
    summary: 'Ends everyone’s sessions, including the caller’s',
    access: 'admins',
    confirm: true,
    response: message,
  }),
  signOutPerson: endpoint('POST /api/admin/people/:id/sign-out', {
    summary: 'Ends all of a person’s sessions and invalidates their login links',
    access: 'admins',
    params: byId,
    response: message,
  }),
  /** Sends the link directly to the person; the staff member never sees it. */
  sendLoginLinkTo: endpoint('POST /api/admin/people/:id/send-login-link', {
    summary: 'Sends a login link to a person, by email or text',
    access: 'editors',
    params: byId,
    body: z.strictObject({ by: z.enum(['email', 'text'], 'Please choose email or text') }),
    response: message,
    refusals: [409, 429],
  }),
  copyLoginLink: endpoint('POST /api/admin/people/:id/login-link', {
    summary: 'Returns a login link for staff to pass on to a person',
    access: 'staff',
    confirm: true,
    params: byId,
    response: z.object({
      /** The same path as in the person’s row. After this call, it signs them in. */
      loginLink: z.string(),
    }),
    refusals: [429],
  }),
};
