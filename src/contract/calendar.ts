import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { noSuchThing } from './fields.ts';

const mediaType = 'text/calendar';
const subscription = z.object({ subscribeUrl: z.string() });

/** A student's classes for the calendar they use. */
export const calendarCalls = {
  getCalendar: endpoint({
    method: 'GET',
    path: '/api/calendar',
    access: 'students',
    response: subscription,
  }),
  renewCalendar: endpoint({
    method: 'POST',
    path: '/api/calendar/renew',
    access: 'students',
    response: subscription,
  }),
  getCalendarFile: endpoint({
    method: 'GET',
    path: '/api/calendar/file',
    access: 'students',
    response: z.string(),
    mediaType,
  }),
  getCalendarFeed: endpoint({
    method: 'GET',
    path: '/api/calendar/feeds/:token.ics',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/, noSuchThing)) }),
    response: z.string(),
    mediaType,
  }),
};
