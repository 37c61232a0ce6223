import * as z from 'zod/mini';
import { LINE_STATES } from '../course/course-line.ts';
import { ROLES } from '../course/roles.ts';
import { LINK_KINDS } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { byId, id, instant, message, nameAndEmail, requiredLines } from './fields.ts';
import { studentRow } from './people.ts';
import { wishForStaff } from './schedule-for-students.ts';

export const noteBody = z.strictObject({ body: requiredLines('Please enter a note', 2000) });

const maybeInstant = z.nullable(instant);
const maybeText = z.nullable(z.string());

const classOnLine = z.object({
  classNumber: z.int(),
  state: z.enum(LINE_STATES),
  /** Null if it is still to be chosen, or not needed. */
  registration: z.nullable(
    z.object({
      id,
      classId: id,
      startTime: instant,
      isRescheduled: z.boolean(),
      /** For `If-Match` when staff move or cancel it. */
      version: z.int(),
      /** For `If-Match` with a correction. */
      correctionVersion: z.int(),
    }),
  ),
});
export type ClassOnLine = z.infer<typeof classOnLine>;

const personPage = z.object({
  id,
  role: z.enum(ROLES),
  ...nameAndEmail,
  phone: maybeText,
  /** Unconfirmed numbers can’t be used to sign in. */
  isPhoneConfirmed: z.boolean(),
  startDate: maybeText,
  transferStudent: z.boolean(),
  textConsent: z.boolean(),
  canEdit: z.boolean(),
  createdAt: instant,
  deactivatedAt: maybeInstant,
  erasedAt: maybeInstant,
  hasSignedIn: studentRow.shape.hasSignedIn,
  version: z.int(),
  messageProblem: maybeText,
  textProblem: maybeText,
  /** All classes of a student; for others, those they were registered for. */
  courseLine: z.array(classOnLine),
  wish: z.nullable(wishForStaff),
  retreats: z.array(
    z.object({
      id,
      title: z.string(),
      description: z.string(),
      /** Otherwise it came from the retreat site. */
      isEnteredByHand: z.boolean(),
      guestName: maybeText,
      startsAt: maybeInstant,
      endsAt: maybeInstant,
      registeredAt: instant,
      canceledAt: maybeInstant,
    }),
  ),
  /** Null if never asked. */
  consent: z.nullable(
    z.object({
      consent: z.boolean(),
      at: instant,
      shown: z.string(),
      source: z.enum(['page', 'reply', 'staff']),
    }),
  ),
  /** Set if their own last word was no: then only they can opt in again. */
  textRefusal: studentRow.shape.textRefusal,
  signIn: z.object({
    lastAt: maybeInstant,
    devices: z.array(z.object({ device: z.string(), startedAt: instant, lastSeenAt: instant })),
    /** Active links, never the links themselves. */
    links: z.array(z.object({ kind: z.enum(LINK_KINDS), expiresAt: instant })),
  }),
  /** Other staff who opened this page within the last hour, latest first. */
  otherViewers: z.array(z.object({ name: z.string(), at: instant })),
  /** Without its login link; null for people not on the list. */
  student: z.nullable(studentRow),
});
export type PersonPage = z.infer<typeof personPage>;

export const personPageCalls = {
  getPerson: endpoint('GET /api/admin/people/:id', {
    summary: 'Returns everything that staff see about one person',
    access: 'staff',
    params: byId,
    response: personPage,
  }),
};

const note = z.object({
  id,
  body: z.string(),
  writtenBy: z.string(),
  writtenAt: instant,
  editedAt: z.nullable(instant),
  isEditable: z.boolean(),
  version: z.int(),
});
export type Note = z.infer<typeof note>;

const currentNote = z.pick(note, { body: true, version: true });
export type CurrentNote = z.infer<typeof currentNote>;

export const noteCalls = {
  getNotes: endpoint('GET /api/admin/people/:id/notes', {
    summary: 'Lists the notes of staff about a person, newest first',
    access: 'staff',
    params: byId,
    response: z.array(note),
  }),
  writeNote: endpoint('POST /api/admin/people/:id/notes', {
    summary: 'Writes a note about a person',
    access: 'editors',
    params: byId,
    body: noteBody,
    response: message,
  }),
  editNote: endpoint('PATCH /api/admin/notes/:id', {
    summary: 'Changes a note',
    access: 'editors',
    params: byId,
    body: noteBody,
    response: message,
    current: currentNote,
  }),
  deleteNote: endpoint('DELETE /api/admin/notes/:id', {
    summary: 'Deletes a note',
    access: 'editors',
    params: byId,
    response: message,
    current: currentNote,
  }),
};
