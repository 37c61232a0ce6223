import * as z from 'zod/mini';
import { adminClass } from './classes.ts';
import { endpoint } from './endpoint.ts';
import { id, pathId } from './fields.ts';

/** Somebody who comes to a class, or came. */
const classGuest = z.object({
  personId: id,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  textConsent: z.boolean(),
  /** Null for somebody without a registration, such as an alumnus who pressed Join. */
  classNumber: z.nullable(z.int()),
});
export type ClassGuest = z.infer<typeof classGuest>;

const classPage = z.object({
  courseClass: adminClass,
  instructorName: z.nullable(z.string()),
  /** The Zoom user who hosts its meeting. */
  host: z.string(),
  guests: z.array(classGuest),
});
export type ClassPage = z.infer<typeof classPage>;

/** One class with everybody in it, before, while and after it is held. */
export const classPageCalls = {
  getClass: endpoint({
    method: 'GET',
    path: '/api/admin/classes/:id',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: classPage,
  }),
};
