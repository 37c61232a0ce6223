import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, pathId } from './fields.ts';
import { TIMELINE_KINDS, type TimelineKind } from './timeline-kinds.ts';

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

export const timelineCalls = {
  getTimeline: endpoint({
    summary: 'Lists what happened to a person, newest first, page by page',
    method: 'GET',
    path: '/api/admin/people/:id/timeline',
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
};
