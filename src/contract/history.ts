import * as z from 'zod/mini';
import { type AuditKind, auditKinds } from './audit-actions.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, id, instant, pathId, typedText } from './fields.ts';
import { TIMELINE_KINDS, type TimelineKind } from './words.ts';

const maybeText = z.nullable(z.string());

const auditEntry = z.object({
  id: z.int(),
  at: instant,
  /** Without an id: whoever runs the machine, the portal by itself, or somebody who was not signed in. */
  actor: z.object({ id: z.nullable(id), name: z.string() }),
  /** How it was done, where that was not by a page of the portal. */
  via: z.nullable(z.enum(['command line', 'text', 'staff link'])),
  /** What was done, in words; the name it was written with where it has none. */
  words: z.string(),
  /** Whom or what it was done to, with the page of that, if there is one. */
  subject: z.object({
    name: z.string(),
    personId: z.nullable(id),
    classId: z.nullable(id),
  }),
  /** Each thing that was changed or noted. Gone for those who are erased. */
  changes: z.array(z.object({ field: z.string(), before: maybeText, after: maybeText })),
  ip: maybeText,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const words = z._default(typedText(200), '');

const filter = {
  kind: z.optional(z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]])),
  /** Of the name or email of those whom it concerns. */
  about: words,
  /** Of the name or email of those who did it; `command line` stands for whoever runs the machine. */
  by: words,
  /** The same by id, for links from a person's and from a class's page. */
  person: z.optional(pathId),
  actor: z.optional(pathId),
  class: z.optional(pathId),
  /** Pacific days, both included. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
};
const search = z.object({
  ...filter,
  /** The last entry of the page before: pages neither overlap nor slip while more is written. */
  before: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
});
export type AuditSearch = z.infer<typeof search>;

const kinds = Object.keys(TIMELINE_KINDS) as TimelineKind[];

const timelineEntry = z.object({
  /** Tells it from every other entry of the person. */
  key: z.string(),
  at: instant,
  kind: z.enum(kinds),
  /** What happened, in a few words. */
  title: z.string(),
  details: z.array(z.string()),
  /** Field by field, where something was edited. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Whoever did it, where that was not the person themselves. */
  by: z.nullable(z.string()),
  /** The class that it was about. */
  classId: z.nullable(id),
  /** Of a mail or text. */
  messageId: z.nullable(z.int()),
  /** Something for staff to look at. */
  isProblem: z.boolean(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** Who did what, and when: newest first. */
export const historyCalls = {
  getTimeline: endpoint('GET /api/admin/people/:id/timeline', {
    summary: 'Lists what happened to a person, newest first, page by page',
    access: 'staff',
    params: z.object({ id: pathId }),
    query: z.object({
      /** Without it everything that happened, but not who looked nor what is planned. */
      kind: z.optional(z.enum(kinds, 'kind is none of the timeline’s')),
      /** The `next` of the page before. */
      after: z.optional(
        z.string().check(z.regex(/^\d{1,15}\.\d{1,2}\.\d{1,16}$/, 'after is not a place in it')),
      ),
    }),
    response: z.object({
      entries: z.array(timelineEntry),
      /** Where the next page begins; null at the end. */
      next: z.nullable(z.string()),
    }),
  }),
  getAudit: endpoint('GET /api/admin/audit', {
    summary: 'Lists what was done by whom, newest first, page by page',
    access: 'admins',
    query: search,
    response: z.object({
      entries: z.array(auditEntry),
      next: z.nullable(z.int()),
      /** What the ids of the search stand for. */
      named: z.object({ person: maybeText, actor: maybeText, class: maybeText }),
    }),
    refusals: [404],
  }),
  exportAudit: endpoint('GET /api/admin/audit.csv', {
    summary: 'Returns the audit log as CSV',
    access: 'admins',
    query: z.object(filter),
    response: z.string(),
    mediaType: 'text/csv',
    refusals: [404],
  }),
};
