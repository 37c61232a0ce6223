import * as z from 'zod/mini';
import { CLASS_TYPES } from '../course/course.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, id, instant, pathId } from './fields.ts';
import { typedText } from './typed-fields.ts';

const pastClass = z.object({
  id,
  startTime: instant,
  classType: z.enum(CLASS_TYPES),
  instructorName: z.nullable(z.string()),
  topic: z.string(),
  /** False where nobody started the class: then nobody missed it. */
  wasHeld: z.nullable(z.boolean()),
  /** Students who were to come, those included who have missed it and gone to another class since. */
  registered: z.int(),
  came: z.int(),
  missed: z.int(),
  /** Seen in the room, but nobody knows for how long. */
  unclear: z.int(),
  excused: z.int(),
});
export type PastClass = z.infer<typeof pastClass>;

const words = z._default(typedText(200), '');
const search = z.object({
  /** The last class of the page before: pages neither overlap nor slip when more classes turn past. */
  before: z.optional(pathId),
  /** Pacific days, both included. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  instructor: words,
  student: words,
});
export type PastClassSearch = z.infer<typeof search>;

/** Classes that are over, newest first, for ever. */
export const pastClassCalls = {
  getPastClasses: endpoint({
    summary: 'Lists classes that are over, newest first, page by page',
    method: 'GET',
    path: '/api/admin/past-classes',
    access: 'staff',
    query: search,
    response: z.object({ classes: z.array(pastClass), next: z.nullable(id) }),
    refusals: [404],
  }),
};
