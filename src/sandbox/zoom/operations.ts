import { z } from 'zod';
import { invalid } from './replies.ts';

type Weight = 'Light' | 'Medium' | 'Heavy';

export interface Operation {
  /** Older Zoom apps use the wide scope, and newer ones use the narrow scope. Either one is enough. */
  scopes: readonly [wide: string, narrow: string];
  weight: Weight;
  query: z.ZodObject;
  body: z.ZodObject | null;
}

const text = z.string();
const flag = z.boolean();

const meetingBody = z
  .strictObject({
    topic: text.max(200),
    type: z.literal([1, 2, 3, 8]),
    start_time: z.iso.datetime({ local: true, precision: 0 }),
    timezone: text.max(100).refine(isTimeZone),
    duration: z.int().min(1),
    agenda: text.max(2000),
    password: text.max(10).regex(/^[A-Za-z0-9@_*-]*$/),
    settings: z
      .strictObject({
        allow_multiple_devices: flag,
        approval_type: z.literal([0, 1, 2]),
        auto_recording: z.enum(['local', 'cloud', 'none']),
        join_before_host: flag,
        meeting_authentication: flag,
        mute_upon_entry: flag,
        registrants_confirmation_email: flag,
        registrants_email_notification: flag,
        use_pmi: flag,
        waiting_room: flag,
      })
      .partial(),
  })
  .partial();

const registrantBody = z.strictObject({
  email: text.max(128).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  first_name: text.min(1).max(64),
  last_name: text.max(64).optional(),
});

const batchBody = z.strictObject({
  auto_approve: flag.optional(),
  registrants_confirmation_email: flag.optional(),
  registrants: z.array(registrantBody).min(1).max(30),
});

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

interface Input {
  query?: z.ZodRawShape;
  body?: z.ZodObject;
}

function operation(scope: string, weight: Weight, input: Input = {}): Operation {
  const { query = {}, body = null } = input;
  const [area, verb] = scope.split(':');
  const wide = `${area}:${verb === 'read' ? 'read' : 'write'}:admin`;
  return { scopes: [wide, scope], weight, query: z.strictObject(query).partial(), body };
}

const paging = {
  page_size: text.regex(/^\d+$/).pipe(z.coerce.number<string>().min(1).max(300)),
  next_page_token: text,
};

/**
 * The operations that the portal uses, taken from Zoom's spec for its Meeting API (2.0.0) and reduced to the fields we
 * need. Zoom ignores unknown fields, but the sandbox rejects them to catch typos.
 */
export const operations: Record<string, Operation> = {
  'POST /users/:userId/meetings': operation('meeting:write:meeting:admin', 'Medium', {
    body: meetingBody,
  }),
  'GET /users/:userId/meetings': operation('meeting:read:list_meetings:admin', 'Medium', {
    query: { type: z.literal('scheduled'), ...paging },
  }),
  'GET /meetings/:meetingId': operation('meeting:read:meeting:admin', 'Light'),
  'PATCH /meetings/:meetingId': operation('meeting:update:meeting:admin', 'Light', {
    body: meetingBody,
  }),
  'DELETE /meetings/:meetingId': operation('meeting:delete:meeting:admin', 'Light', {
    query: { schedule_for_reminder: z.enum(['true', 'false']) },
  }),
  'POST /meetings/:meetingId/registrants': operation('meeting:write:registrant:admin', 'Light', {
    body: registrantBody,
  }),
  'POST /meetings/:meetingId/batch_registrants': operation(
    'meeting:write:batch_registrants:admin',
    'Heavy',
    { body: batchBody },
  ),
  'GET /meetings/:meetingId/registrants': operation(
    'meeting:read:list_registrants:admin',
    'Medium',
    { query: { status: z.literal('approved'), ...paging } },
  ),
  'DELETE /meetings/:meetingId/registrants/:registrantId': operation(
    'meeting:delete:registrant:admin',
    'Light',
  ),
  'GET /report/meetings/:id/participants': operation(
    'report:read:list_meeting_participants:admin',
    'Heavy',
    { query: { include_fields: z.literal('registrant_id'), ...paging } },
  ),
  'GET /users/:userId': operation('user:read:user:admin', 'Light'),
  'GET /users/:userId/settings': operation('user:read:settings:admin', 'Medium'),
};

export function checkBody(schema: z.ZodObject | null, body: unknown): void {
  const isEmpty = body === undefined || body === null;
  if (schema && isEmpty) throw invalid('body', 'Request Body is empty.');
  if (!schema && !isEmpty) throw invalid('body', 'Unexpected.');
  if (schema) checkFields(schema, body);
}

export function checkFields(schema: z.ZodObject, fields: unknown): void {
  const [issue] =
    schema.safeParse(fields, {
      error: ({ code, input }) => {
        if (code === 'unrecognized_keys') return 'Unknown field.';
        return input === undefined ? 'Field is required.' : 'Invalid field.';
      },
    }).error?.issues ?? [];
  if (!issue) return;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw invalid([...issue.path, ...unknown].join('.'), issue.message);
}
