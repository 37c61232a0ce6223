import * as z from 'zod/mini';
import { email, instant, message, requiredLines, requiredText, typedText } from './fields.ts';

interface Webhook {
  /** What it does, in one sentence, for the OpenAPI description. */
  summary: string;
  path: `/api/webhooks/${string}`;
  source: keyof typeof signatureHeaders;
  body: z.ZodMiniType;
  bodyMediaType: string;
  /** Left out where the answer is one of the vendor's own forms. */
  response?: z.ZodMiniType;
}

/** Senders have no session: the signature over what they send is in this header. */
export const signatureHeaders = {
  zoom: 'X-Zm-Signature',
  twilio: 'X-Twilio-Signature',
  retreats: 'X-Retreats-Signature',
} as const;

export const RETREAT_EVENTS = [
  'registration.made',
  'registration.changed',
  'registration.cancelled',
] as const;

/** Our own format; docs/operating.md describes it for whoever runs a retreat site. */
export const retreatEvent = z.strictObject({
  id: requiredText('It is missing'),
  type: z.enum(RETREAT_EVENTS, 'It is none that the portal knows'),
  at: instant,
  registration: z
    .strictObject({
      reference: requiredText('It is missing'),
      title: requiredText('It is missing'),
      description: requiredLines('It is missing', 2000),
      startsAt: z.optional(instant),
      endsAt: z.optional(instant),
      page: z.optional(typedText(500)),
      name: z.optional(typedText(200)),
      email: z.optional(email('It is not an email address')),
      phone: z.optional(typedText(40)),
    })
    .check(
      z.refine(({ startsAt, endsAt }) => (startsAt === undefined) === (endsAt === undefined), {
        error: 'startsAt and endsAt come together or not at all',
      }),
      z.refine(
        ({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt),
        { error: 'endsAt is not after startsAt' },
      ),
    ),
});

/** Described in the vendor's own documentation. */
const asTheVendorSends = z.record(z.string(), z.unknown());
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

/** What other sites post to the portal. */
export const webhooks = {
  receiveRoomEvent: {
    summary: 'Takes in what Zoom reports of a meeting: who entered or left it, and that it ended',
    path: '/api/webhooks/zoom',
    source: 'zoom',
    body: asTheVendorSends,
    bodyMediaType: json,
  },
  receiveTextStatus: {
    summary: 'Takes in what Twilio reports of a text: whether it was delivered',
    path: '/api/webhooks/twilio/status',
    source: 'twilio',
    body: asTheVendorSends,
    bodyMediaType: form,
    response: message,
  },
  receiveTextReply: {
    summary: 'Takes in a reply to a text, and answers what Twilio is to reply',
    path: '/api/webhooks/twilio/replies',
    source: 'twilio',
    body: asTheVendorSends,
    bodyMediaType: form,
  },
  receiveRetreatEvent: {
    summary: 'Takes in a registration for a retreat that was made, changed or cancelled',
    path: '/api/webhooks/retreats',
    source: 'retreats',
    body: retreatEvent,
    bodyMediaType: json,
    response: message,
  },
} as const satisfies Record<string, Webhook>;
