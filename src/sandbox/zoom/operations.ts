import { invalid } from './replies.ts';

/** Describes a field with a subset of JSON Schema. */
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

export interface Operation {
  /** In older apps, a scope covers a whole area. In newer apps, it covers only this call. Either one is enough. */
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

function operation(
  scopes: Operation['scopes'],
  weight: Weight,
  query: Operation['query'] = {},
  body: FieldRule | null = null,
): Operation {
  return { scopes, weight, query, body };
}

const write = 'meeting:write:admin';
const read = 'meeting:read:admin';
const occurrence = { occurrence_id: text };
const listTypes = ['scheduled', 'live', 'upcoming', 'upcoming_meetings', 'previous_meetings'];

/**
 * The operations that the portal uses, and two more for tests, taken from Zoom's spec for its Meeting API (2.0.0) and
 * reduced to the fields we need. Zoom ignores unknown fields, but the sandbox rejects them to catch typos.
 */
export const operations: Record<string, Operation> = {
  'POST /users/:userId/meetings': operation(
    [write, 'meeting:write:meeting:admin'],
    'Medium',
    {},
    meetingBody,
  ),
  'GET /users/:userId/meetings': operation([read, 'meeting:read:list_meetings:admin'], 'Medium', {
    type: oneOf(...listTypes),
    ...paging,
  }),
  'GET /meetings/:meetingId': operation([read, 'meeting:read:meeting:admin'], 'Light', {
    ...occurrence,
    show_previous_occurrences: flag,
  }),
  'PATCH /meetings/:meetingId': operation(
    [write, 'meeting:update:meeting:admin'],
    'Light',
    occurrence,
    meetingBody,
  ),
  'DELETE /meetings/:meetingId': operation([write, 'meeting:delete:meeting:admin'], 'Light', {
    ...occurrence,
    schedule_for_reminder: flag,
    cancel_meeting_reminder: flag,
  }),
  'POST /meetings/:meetingId/registrants': operation(
    [write, 'meeting:write:registrant:admin'],
    'Light',
    { occurrence_ids: text },
    registrantBody,
  ),
  'GET /meetings/:meetingId/registrants': operation(
    [read, 'meeting:read:list_registrants:admin'],
    'Medium',
    { ...occurrence, status: oneOf('pending', 'approved', 'denied'), ...paging },
  ),
  'DELETE /meetings/:meetingId/registrants/:registrantId': operation(
    [write, 'meeting:delete:registrant:admin'],
    'Light',
    occurrence,
  ),
  'PUT /meetings/:meetingId/registrants/status': operation(
    [write, 'meeting:update:registrant_status:admin'],
    'Medium',
    occurrence,
    statusBody,
  ),
  'GET /report/meetings/:id/participants': operation(
    ['report:read:admin', 'report:read:list_meeting_participants:admin'],
    'Heavy',
    { include_fields: oneOf('registrant_id'), ...paging },
  ),
  'GET /past_meetings/:id/participants': operation(
    [read, 'meeting:read:list_past_participants:admin'],
    'Medium',
    paging,
  ),
  'GET /users/:userId': operation(['user:read:admin', 'user:read:user:admin'], 'Light'),
  'GET /users/:userId/settings': operation(
    ['user:read:admin', 'user:read:settings:admin'],
    'Medium',
  ),
};

/** Throws an error that names the first invalid field. */
export function checkBody(rule: FieldRule | null, body: unknown): void {
  if (!rule) {
    if (body !== undefined && body !== null) throw invalid('body', 'Unexpected.');
    return;
  }
  if (body === undefined || body === null) throw invalid('body', 'Request Body is empty.');
  check(rule, body, '');
}

export function checkQuery(rules: Record<string, FieldRule>, query: unknown): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    const rule = rules[name];
    if (!rule) throw invalid(name, 'Unknown parameter.');
    check(rule, readText(rule, value), name);
  }
}

function readText({ type }: FieldRule, value: unknown): unknown {
  if (type === 'integer' && /^\d+$/.test(String(value))) return Number(value);
  if (type === 'boolean' && ['true', 'false'].includes(String(value))) return value === 'true';
  return value;
}

function check(rule: FieldRule, value: unknown, path: string): void {
  if (!hasType(rule, value) || !isWithin(rule, value)) throw invalid(path, 'Invalid field.');
  if (rule.items) {
    for (const item of value as unknown[]) check(rule.items, item, path);
  }
  if (!rule.properties) return;
  const given = value as Record<string, unknown>;
  const nameOf = (field: string) => (path ? `${path}.${field}` : field);
  for (const field of rule.required ?? []) {
    if (given[field] === undefined) throw invalid(nameOf(field), 'Field is required.');
  }
  for (const [field, inner] of Object.entries(given)) {
    const known = rule.properties[field];
    if (!known) throw invalid(nameOf(field), 'Unknown field.');
    check(known, inner, nameOf(field));
  }
}

function hasType({ type }: FieldRule, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function isWithin(rule: FieldRule, value: unknown): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule;
  if (rule.enum && !rule.enum.includes(value)) return false;
  if (rule.pattern && !rule.pattern.test(String(value))) return false;
  if (typeof value === 'string') return value.length >= minLength && value.length <= maxLength;
  if (typeof value === 'number') return value >= minimum && value <= maximum;
  return !Array.isArray(value) || value.length <= (rule.maxItems ?? Number.POSITIVE_INFINITY);
}
