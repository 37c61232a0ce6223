import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { noSuchThing } from './fields.ts';

const mediaType = 'text/calendar';
const subscription = z.object({ subscribeUrl: z.string() });

/** A student's classes for the calendar they use. */
export const calendarCalls = {
  getCalendar: endpoint({
    summary: 'Returns the address under which the student’s classes can be subscribed to',
    method: 'GET',
    path: '/api/calendar',
    access: 'students',
    needsOwnSignIn: true,
    response: subscription,
  }),
  renewCalendar: endpoint({
    summary: 'Replaces the subscription address by a new one',
    method: 'POST',
    path: '/api/calendar/renew',
    access: 'students',
    needsOwnSignIn: true,
    response: subscription,
    refusals: [429],
  }),
  getCalendarFile: endpoint({
    summary: 'Returns the student’s classes as a calendar file',
    method: 'GET',
    path: '/api/calendar/file',
    access: 'students',
    response: z.string(),
    mediaType,
  }),
  getCalendarFeed: endpoint({
    summary: 'Returns the classes of the student to whom the subscription address belongs',
    method: 'GET',
    path: '/api/calendar/feeds/:token.ics',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/, noSuchThing)) }),
    response: z.string(),
    mediaType,
  }),
};
