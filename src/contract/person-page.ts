import * as z from 'zod/mini';
import { LINE_STATES } from '../course/course-line.ts';
import { ROLES } from '../course/roles.ts';
import { LINK_KINDS } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId, requiredLines } from './fields.ts';
import { studentRow } from './people.ts';
import { wishForStaff } from './schedule-for-students.ts';

/** What staff write down about somebody. */
export const noteBody = z.strictObject({ body: requiredLines('Please enter a note', 2000) });

const maybeInstant = z.nullable(instant);
const maybeText = z.nullable(z.string());

/** One class number of somebody's course. */
const classOnLine = z.object({
  classNumber: z.int(),
  state: z.enum(LINE_STATES),
  /** Null where there is none: it is still to be chosen, or not needed. */
  registration: z.nullable(
    z.object({
      id,
      classId: id,
      startTime: instant,
      isRescheduled: z.boolean(),
      /** Sent back in `If-Match` when staff move or cancel it. */
      version: z.int(),
      /** Sent back in `If-Match` with a correction of its attendance. */
      correctionVersion: z.int(),
    }),
  ),
});
export type ClassOnLine = z.infer<typeof classOnLine>;

const personPage = z.object({
  id,
  role: z.enum(ROLES),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: maybeText,
  /** False where the person typed it in and has not confirmed it: then it signs nobody in. */
  isPhoneConfirmed: z.boolean(),
  startDate: maybeText,
  transferStudent: z.boolean(),
  textConsent: z.boolean(),
  /** Of staff: whether they may change classes and students. */
  canEdit: z.boolean(),
  createdAt: instant,
  deactivatedAt: maybeInstant,
  erasedAt: maybeInstant,
  hasSignedIn: studentRow.shape.hasSignedIn,
  /** Sent back in `If-Match` with an edit of the person. */
  version: z.int(),
  /** Why a mail or text did not reach the person, while that has not been tried again. */
  messageProblem: maybeText,
  /** Why the last text to their number was not delivered, though it was sent. */
  textProblem: maybeText,
  /** Of students all classes of the course, of others those that they were registered for. */
  courseLine: z.array(classOnLine),
  /** The last that they told of times that would suit them. */
  wish: z.nullable(wishForStaff),
  retreats: z.array(
    z.object({
      id,
      title: z.string(),
      description: z.string(),
      /** By an admin; others are told by the retreat site. */
      isEnteredByHand: z.boolean(),
      /** As the retreat site has it. */
      guestName: maybeText,
      startsAt: maybeInstant,
      endsAt: maybeInstant,
      registeredAt: instant,
      cancelledAt: maybeInstant,
    }),
  ),
  /** The last word on texts; null where the person was never asked. */
  consent: z.nullable(
    z.object({
      consent: z.boolean(),
      at: instant,
      shown: z.string(),
      source: z.enum(['page', 'reply', 'staff']),
    }),
  ),
  /** How their own last word on texts was a no: nobody but the person can start texts again. */
  textRefusal: studentRow.shape.textRefusal,
  signIn: z.object({
    lastAt: maybeInstant,
    devices: z.array(z.object({ device: z.string(), startedAt: instant, lastSeenAt: instant })),
    /** Links that would sign them in now. What they are is nobody's to see. */
    links: z.array(z.object({ kind: z.enum(LINK_KINDS), expiresAt: instant })),
  }),
  /** Who else on the staff has looked at this page within the last hour, whoever did last first. */
  otherViewers: z.array(z.object({ name: z.string(), at: instant })),
  /** The row of the list, without its login link; null for those who are not in it. */
  student: z.nullable(studentRow),
});
export type PersonPage = z.infer<typeof personPage>;

/** One person with everything that the portal knows of them. */
export const personPageCalls = {
  getPerson: endpoint('GET /api/admin/people/:id', {
    summary: 'Returns everything that staff see about one person',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: personPage,
  }),
};

const note = z.object({
  id,
  body: z.string(),
  writtenBy: z.string(),
  writtenAt: instant,
  editedAt: z.nullable(instant),
  /** Whether the caller may change or delete it. */
  isEditable: z.boolean(),
  /** Sent back in `If-Match`. */
  version: z.int(),
});
export type Note = z.infer<typeof note>;

const currentNote = z.pick(note, { body: true, version: true });
export type CurrentNote = z.infer<typeof currentNote>;

const ofOne = z.object({ id: pathId });

/** Notes of staff about a person, for staff. The person has them in the download of their own data. */
export const noteCalls = {
  getNotes: endpoint('GET /api/admin/people/:id/notes', {
    summary: 'Lists the notes of staff about a person, newest first',
    access: 'staff',
    params: ofOne,
    response: z.array(note),
  }),
  writeNote: endpoint('POST /api/admin/people/:id/notes', {
    summary: 'Writes a note about a person',
    access: 'editors',
    params: ofOne,
    body: noteBody,
    response: message,
  }),
  editNote: endpoint('PATCH /api/admin/notes/:id', {
    summary: 'Changes a note',
    access: 'editors',
    params: ofOne,
    body: noteBody,
    response: message,
    current: currentNote,
  }),
  deleteNote: endpoint('DELETE /api/admin/notes/:id', {
    summary: 'Deletes a note',
    access: 'editors',
    params: ofOne,
    response: message,
    current: currentNote,
  }),
};
