import * as z from 'zod/mini';
import { email, instant, message, requiredLines, requiredText, typedText } from './fields.ts';

export const signatureHeaders = {
  zoom: 'X-Zm-Signature',
  twilio: 'X-Twilio-Signature',
  retreats: 'X-Retreats-Signature',
} as const;

export const RETREAT_EVENTS = [
  'registration.made',
  'registration.changed',
  'registration.canceled',
] as const;

/** Our own format, which docs/operating.md describes for the retreat site. */
export const retreatEvent = z.strictObject({
  id: requiredText('This field is required'),
  type: z.enum(RETREAT_EVENTS, 'Unknown event type'),
  at: instant,
  registration: z
    .strictObject({
      reference: requiredText('This field is required'),
      title: requiredText('This field is required'),
      description: requiredLines('This field is required', 2000),
      startsAt: z.optional(instant),
      endsAt: z.optional(instant),
      page: z.optional(typedText(500)),
      name: z.optional(typedText(200)),
      email: z.optional(email('This isn’t a valid email address')),
      phone: z.optional(typedText(40)),
    })
    .check(
      z.refine(({ startsAt, endsAt }) => (startsAt === undefined) === (endsAt === undefined), {
        error: 'startsAt and endsAt must be sent together',
      }),
      z.refine(
        ({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt),
        { error: 'endsAt must be after startsAt' },
      ),
    ),
});

const asTheVendorSends = z.record(z.string(), z.unknown());
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

export const webhooks = {
  receiveRoomEvent: {
    summary: 'Receives Zoom’s meeting events, such as people joining or leaving',
    path: '/api/webhooks/zoom',
    source: 'zoom',
    body: asTheVendorSends,
    bodyMediaType: json,
  },
  receiveTextStatus: {
    summary: 'Receives the delivery status of a text',
    path: '/api/webhooks/twilio/status',
    source: 'twilio',
    body: asTheVendorSends,
    bodyMediaType: form,
    response: message,
  },
  receiveTextReply: {
    summary: 'Receives an incoming text and returns a response for Twilio',
    path: '/api/webhooks/twilio/replies',
    source: 'twilio',
    body: asTheVendorSends,
    bodyMediaType: form,
  },
  receiveRetreatEvent: {
    summary: 'Receives new, changed and canceled retreat registrations',
    path: '/api/webhooks/retreats',
    source: 'retreats',
    body: retreatEvent,
    bodyMediaType: json,
    response: message,
  },
} as const;
