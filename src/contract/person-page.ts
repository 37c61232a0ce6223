import * as z from 'zod/mini';
import { LINE_STATES } from '../course/course-line.ts';
import { ROLES } from '../course/roles.ts';
import { LINK_KINDS } from './accounts.ts';
import { forEditors, forStaff } from './endpoint.ts';
import {
  id,
  instant,
  listOf,
  maybeInstant,
  maybeText,
  nameAndEmail,
  requiredLines,
  typedText,
} from './fields.ts';
import { studentRow } from './people.ts';
import { waitingTurn } from './schedule.ts';
import { wishForStaff } from './schedule-for-students.ts';

export const noteBody = z.strictObject({ body: requiredLines('Please enter a note', 2000) });

const classOnLine = z.object({
  classNumber: z.int(),
  state: z.enum(LINE_STATES),
  /** Null if the student hasn’t picked a time for this class yet, or doesn’t need it. */
  registration: z.nullable(
    z.object({
      id,
      classId: id,
      startTime: instant,
      isRescheduled: z.boolean(),
      /** The client sends this back in `If-Match` when staff move or cancel the class. */
      version: z.int(),
      /** The client sends this back in `If-Match` when staff correct the attendance. */
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
  /** For students, every class that the portal schedules; for everyone else, only the classes they registered for. */
  courseLine: z.array(classOnLine),
  wish: z.nullable(wishForStaff),
  waitingLists: z.array(waitingTurn),
  retreats: listOf({
    id,
    title: z.string(),
    description: z.string(),
    isEnteredByHand: z.boolean(),
    guestName: maybeText,
    startsAt: maybeInstant,
    endsAt: maybeInstant,
    registeredAt: instant,
    canceledAt: maybeInstant,
  }),
  consent: z.nullable(
    z.object({
      consent: z.boolean(),
      at: instant,
      source: z.enum(['page', 'reply', 'staff']),
    }),
  ),
  textRefusal: studentRow.shape.textRefusal,
  signIn: z.object({
    lastAt: maybeInstant,
    devices: listOf({ device: z.string(), startedAt: instant, lastSeenAt: instant }),
    /** Lists the active links, but never their tokens. */
    links: listOf({ kind: z.enum(LINK_KINDS), expiresAt: instant }),
  }),
  /** Other staff members who opened this page within the last hour, latest first. */
  otherViewers: listOf({ name: z.string(), at: instant }),
  /** The person’s row in the student list, without the login link. Null for anyone who isn’t in that list. */
  student: z.nullable(studentRow),
});
export type PersonPage = z.infer<typeof personPage>;

const foundPerson = z.object({
  id,
  ...nameAndEmail,
  role: z.enum(ROLES),
  isDeactivated: z.boolean(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

export const personPageCalls = {
  findPeople: forStaff('GET /api/admin/people', {
    summary: 'Returns the first few people who match a name, email or phone number',
    query: z.object({
      search: typedText(200),
      members: z.optional(z.literal('true')),
    }),
    response: z.array(foundPerson),
  }),
  getPerson: forStaff('GET /api/admin/people/:id', {
    summary: 'Returns everything that staff see about one person',
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
  getNotes: forStaff('GET /api/admin/people/:id/notes', {
    summary: 'Lists staff notes about a person, newest first',
    response: z.array(note),
  }),
  writeNote: forEditors('POST /api/admin/people/:id/notes', {
    summary: 'Writes a note about a person',
    body: noteBody,
  }),
  editNote: forEditors('PATCH /api/admin/notes/:id', {
    summary: 'Changes a note',
    body: noteBody,
    current: currentNote,
  }),
  deleteNote: forEditors('DELETE /api/admin/notes/:id', {
    summary: 'Deletes a note',
    current: currentNote,
  }),
};
