/** What a value has to be like, in the words of JSON Schema. */
export interface FieldRule {
  type: 'string' | 'integer' | 'boolean' | 'object' | 'array';
  enum?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: RegExp;
  required?: readonly string[];
  properties?: Record<string, FieldRule>;
  items?: FieldRule;
}

type Weight = 'Light' | 'Medium' | 'Heavy';

/** One of Zoom's operations: who may call it, how it counts against the limits, and all that it takes here. */
export interface Operation {
  /** The scope of older apps for a whole area, and that of newer apps for this call. One of them is enough. */
  scopes: readonly [wide: string, narrow: string];
  weight: Weight;
  query: Record<string, FieldRule>;
  body: FieldRule | null;
}

const text: FieldRule = { type: 'string' };
const flag: FieldRule = { type: 'boolean' };
const textUpTo = (maxLength: number): FieldRule => ({ type: 'string', maxLength });
const oneOf = (...values: string[]): FieldRule => ({ type: 'string', enum: values });
const oneOfNumbers = (...values: number[]): FieldRule => ({ type: 'integer', enum: values });
const paging = {
  page_size: { type: 'integer', minimum: 1, maximum: 300 },
  next_page_token: text,
} as const;

const meetingBody: FieldRule = {
  type: 'object',
  properties: {
    topic: textUpTo(200),
    type: oneOfNumbers(1, 2, 3, 8),
    start_time: text,
    timezone: textUpTo(100),
    duration: { type: 'integer', minimum: 1 },
    agenda: textUpTo(2000),
    password: { ...textUpTo(10), pattern: /^[A-Za-z0-9@_*-]*$/ },
    settings: {
      type: 'object',
      properties: {
        allow_multiple_devices: flag,
        approval_type: oneOfNumbers(0, 1, 2),
        auto_recording: oneOf('local', 'cloud', 'none'),
        join_before_host: flag,
        meeting_authentication: flag,
        mute_upon_entry: flag,
        registrants_confirmation_email: flag,
        registrants_email_notification: flag,
        use_pmi: flag,
        waiting_room: flag,
      },
    },
  },
};

const registrantBody: FieldRule = {
  type: 'object',
  required: ['email', 'first_name'],
  properties: {
    email: { ...textUpTo(128), pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
    first_name: { ...textUpTo(64), minLength: 1 },
    last_name: textUpTo(64),
  },
};

const statusBody: FieldRule = {
  type: 'object',
  required: ['action'],
  properties: {
    action: oneOf('approve', 'cancel', 'deny'),
    registrants: {
      type: 'array',
      maxItems: 30,
      items: { type: 'object', properties: { id: text, email: text } },
    },
  },
};

const writeMeetings = 'meeting:write:admin';
const readMeetings = 'meeting:read:admin';

/**
 * The operations that the portal uses, and two more for tests, as Zoom's description of its Meeting API (2.0.0) has them,
 * reduced to the fields that are used. Zoom overlooks fields that it does not know; here they are refused, so that a slip shows.
 */
export const operations: Record<string, Operation> = {
  'POST /users/:userId/meetings': {
    scopes: [writeMeetings, 'meeting:write:meeting:admin'],
    weight: 'Medium',
    query: {},
    body: meetingBody,
  },
  'GET /users/:userId/meetings': {
    scopes: [readMeetings, 'meeting:read:list_meetings:admin'],
    weight: 'Medium',
    query: {
      type: oneOf('scheduled', 'live', 'upcoming', 'upcoming_meetings', 'previous_meetings'),
      ...paging,
    },
    body: null,
  },
  'GET /meetings/:meetingId': {
    scopes: [readMeetings, 'meeting:read:meeting:admin'],
    weight: 'Light',
    query: { occurrence_id: text, show_previous_occurrences: flag },
    body: null,
  },
  'PATCH /meetings/:meetingId': {
    scopes: [writeMeetings, 'meeting:update:meeting:admin'],
    weight: 'Light',
    query: { occurrence_id: text },
    body: meetingBody,
  },
  'DELETE /meetings/:meetingId': {
    scopes: [writeMeetings, 'meeting:delete:meeting:admin'],
    weight: 'Light',
    query: { occurrence_id: text, schedule_for_reminder: flag, cancel_meeting_reminder: flag },
    body: null,
  },
  'POST /meetings/:meetingId/registrants': {
    scopes: [writeMeetings, 'meeting:write:registrant:admin'],
    weight: 'Light',
    query: { occurrence_ids: text },
    body: registrantBody,
  },
  'GET /meetings/:meetingId/registrants': {
    scopes: [readMeetings, 'meeting:read:list_registrants:admin'],
    weight: 'Medium',
    query: { occurrence_id: text, status: oneOf('pending', 'approved', 'denied'), ...paging },
    body: null,
  },
  'DELETE /meetings/:meetingId/registrants/:registrantId': {
    scopes: [writeMeetings, 'meeting:delete:registrant:admin'],
    weight: 'Light',
    query: { occurrence_id: text },
    body: null,
  },
  'PUT /meetings/:meetingId/registrants/status': {
    scopes: [writeMeetings, 'meeting:update:registrant_status:admin'],
    weight: 'Medium',
    query: { occurrence_id: text },
    body: statusBody,
  },
  'GET /report/meetings/:id/participants': {
    scopes: ['report:read:admin', 'report:read:list_meeting_participants:admin'],
    weight: 'Heavy',
    query: { include_fields: oneOf('registrant_id'), ...paging },
    body: null,
  },
  'GET /past_meetings/:id/participants': {
    scopes: [readMeetings, 'meeting:read:list_past_participants:admin'],
    weight: 'Medium',
    query: paging,
    body: null,
  },
  'GET /users/:userId': {
    scopes: ['user:read:admin', 'user:read:user:admin'],
    weight: 'Light',
    query: {},
    body: null,
  },
};
