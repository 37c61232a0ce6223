import * as z from 'zod/mini';
import { type AuditKind, auditKinds } from './audit-actions.ts';
import { forAdmins, forStaff } from './endpoint.ts';
import {
  calendarDate,
  csvFile,
  id,
  instant,
  listOf,
  maybeText,
  numberInUrl,
  pathId,
  searchWords,
} from './fields.ts';
import { TIMELINE_KINDS, type TimelineKind } from './words.ts';

const changes = listOf({ field: z.string(), before: maybeText, after: maybeText });

const auditEntry = z.object({
  id: z.int(),
  at: instant,
  /** `id` is null for the operator, the portal itself, and people who weren’t signed in. */
  actor: z.object({ id: z.nullable(id), name: z.string() }),
  /** Null for actions that people took on the portal’s pages, and for those of the portal itself. */
  via: z.nullable(z.enum(['command line', 'text', 'staff link'])),
  /** Falls back to the name of the action if we have no wording for it. */
  words: z.string(),
  subject: z.object({
    name: z.string(),
    personId: z.nullable(id),
    classId: z.nullable(id),
  }),
  /** Empty if the entry is about someone who has been erased. */
  changes,
  ip: maybeText,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  kind: z.optional(z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]])),
  about: searchWords,
  /** The name or email of the person who acted, or `command line` for the operator. */
  by: searchWords,
  person: z.optional(pathId),
  actor: z.optional(pathId),
  class: z.optional(pathId),
  /** Pacific dates, both inclusive. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
};
const search = z.object({
  ...filter,
  /** A cursor, so that pages stay stable while new entries arrive. */
  before: z.optional(numberInUrl(/^[1-9]\d{0,14}$/, 'before must be a valid cursor')),
});
export type AuditSearch = z.infer<typeof search>;

const kinds = Object.keys(TIMELINE_KINDS) as TimelineKind[];

const timelineEntry = z.object({
  key: z.string(),
  at: instant,
  kind: z.enum(kinds),
  title: z.string(),
  details: z.array(z.string()),
  changes,
  /** Null if the person did this themselves, or if the portal did it. */
  by: z.nullable(z.string()),
  classId: z.nullable(id),
  messageId: z.nullable(z.int()),
  isProblem: z.boolean(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const historyCalls = {
  getTimeline: forStaff('GET /api/admin/people/:id/timeline', {
    summary: 'Lists a person’s history, newest first (paginated)',
    query: z.object({
      /** Defaults to everything except page views and planned reminders. */
      kind: z.optional(z.enum(kinds, 'Unknown kind')),
      after: z.optional(
        z.string().check(z.regex(/^\d{1,15}\.\d{1,2}\.\d{1,16}$/, 'after must be a valid cursor')),
      ),
    }),
    response: z.object({
      entries: z.array(timelineEntry),
      next: z.nullable(z.string()),
    }),
  }),
  getMessage: forStaff('GET /api/admin/messages/:id', {
    summary: 'Returns what a message said, without login links and codes',
    response: z.object({
      subject: maybeText,
      channel: z.enum(['email', 'text']),
      recipient: z.string(),
      status: z.enum(['queued', 'sent', 'delivered', 'failed']),
      sentAt: instant,
      text: maybeText,
    }),
  }),
  getClassMessages: forStaff('GET /api/admin/classes/:id/messages', {
    summary: 'Lists messages to everyone in a class, newest first',
    /** `messageId` identifies one recipient’s copy. It’s null if the viewer isn’t allowed to read any copy. */
    response: z.array(timelineEntry),
  }),
  getAudit: forAdmins('GET /api/admin/audit', {
    summary: 'Lists the audit log, newest first (paginated)',
    query: search,
    response: z.object({
      entries: z.array(auditEntry),
      next: z.nullable(z.int()),
      named: z.object({ person: maybeText, actor: maybeText, class: maybeText }),
    }),
    refusals: [404],
  }),
  exportAudit: forAdmins('GET /api/admin/audit.csv', {
    summary: 'Returns the audit log as CSV',
    ...csvFile,
    query: z.object(filter),
    refusals: [404],
  }),
};
