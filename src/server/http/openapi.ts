import * as z from 'zod/mini';
import { callsByFeature } from '../../contract/contract.ts';
import { type Contract, type Endpoint, refusalsOf, takes } from '../../contract/endpoint.ts';
import { signatureHeaders, webhooks } from '../../contract/webhooks.ts';

type Portal = Record<'publicUrl' | 'version' | 'sessionCookie', string>;

export function describeCalls({ publicUrl, version, sessionCookie }: Portal) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [feature, calls] of Object.entries<Contract>(callsByFeature)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const operation = { operationId: name, tags: [feature], ...describeCall(endpoint) };
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  for (const [name, webhook] of Object.entries(webhooks)) {
    const operation = { operationId: name, tags: ['webhooks'], ...describeWebhook(webhook) };
    paths[webhook.path] = { post: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Course portal',
      version,
      description:
        'All calls to the portal. People sign in with `verifyLink` or `verifyCode`, whose responses set the session cookie.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        ...describeSignatures(),
      },
      schemas: { Error: schemaOf(error, 'output') },
      responses: describeRefusals(),
      parameters,
    },
  };
}

const tags: Record<keyof typeof callsByFeature | 'webhooks', string> = {
  accounts: 'Login links and codes, sessions, and the caller’s own account and phone number',
  people: 'Students, alumni and staff, and notes about them',
  timetable: 'Adding, changing, canceling and deleting classes; class pages and past classes',
  schedule: 'Choosing and moving class times, waiting lists, and classes in a calendar',
  meetings: 'Video meetings for classes, and the classes that alumni can join',
  attendance: 'Attendance records, and corrections by staff',
  messages: 'Sent messages, and consent to text reminders',
  broadcasts: 'Messages to everyone in a class',
  retreats: 'Retreat registrations',
  journey: 'Where students are in the course, and messages to a group of them',
  history: 'A person’s history, and the audit log',
  operations: 'Setup and problems',
  webhooks: 'Signed requests from other services',
};

const error = z.object({
  message: z.string(),
  field: z.optional(z.string()),
  current: z.optional(z.unknown()),
});

const refusals: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'Invalid input' },
  401: { name: 'Unauthorized', description: 'Not signed in' },
  403: { name: 'Forbidden', description: 'Not allowed for this account, or sent by another site' },
  404: { name: 'NotFound', description: 'Not found' },
  409: { name: 'Conflict', description: 'Conflicts with the current state' },
  412: { name: 'PreconditionFailed', description: 'Someone other than X-User-Id is signed in' },
  429: { name: 'TooManyRequests', description: 'Too many requests; try again later' },
};
const failure = { name: 'Failure', description: 'Any other error' };

export const describedStatuses = Object.keys(refusals).map(Number);

function describeRefusals() {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const all = [...Object.values(refusals), failure];
  return Object.fromEntries(all.map(({ name, description }) => [name, { description, content }]));
}

function referTo(statuses: number[]) {
  const refer = (name = failure.name) => ({ $ref: `#/components/responses/${name}` });
  const named = statuses.map((status) => [status, refer(refusals[status]?.name)]);
  return { ...Object.fromEntries(named), default: refer() };
}

const parameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The version that the caller loaded, in quotation marks; optional',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Sending a request again with the same key has no further effect; with other content, it fails with 409',
    schema: { type: 'string', minLength: 8, maxLength: 64 },
  },
  UserId: {
    name: 'X-User-Id',
    in: 'header',
    description: 'The person who should be signed in; the request fails if it’s someone else',
    schema: { type: 'string' },
  },
};
const parameter = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

function describeCall(endpoint: Endpoint) {
  const { summary, access, method, params, query, body, response, mediaType } = endpoint;
  const { current, takesRequestKey, needsOwnSignIn } = endpoint;
  return {
    summary,
    description: needsOwnSignIn
      ? `Access: ${access}, except people who signed in with a link that staff copied`
      : `Access: ${access}`,
    security: access === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...describeParameters('path', params),
      ...describeParameters('query', query),
      ...(method === 'GET' ? [] : [parameter('UserId')]),
      ...(current ? [parameter('IfMatch')] : []),
      ...(takesRequestKey ? [parameter('IdempotencyKey')] : []),
    ],
    ...(takes(body) && { requestBody: { required: true, content: contentOf(body, 'input') } }),
    responses: {
      200: { description: 'Done', content: contentOf(response, 'output', mediaType) },
      ...referTo(refusalsOf(endpoint)),
      ...(current && {
        409: {
          description: 'Conflicts with the current state; sends `current` if the version is stale',
          content: contentOf(z.extend(error, { current: z.optional(current) }), 'output'),
        },
      }),
    },
  };
}

function describeWebhook(webhook: (typeof webhooks)[keyof typeof webhooks]) {
  const { summary, source, body, bodyMediaType } = webhook;
  return {
    summary,
    security: [{ [signatureOf(source)]: [] }],
    requestBody: { required: true, content: contentOf(body, 'input', bodyMediaType) },
    responses: {
      200: {
        description: 'Received',
        ...('response' in webhook && { content: contentOf(webhook.response, 'output') }),
      },
      ...referTo([400, 401]),
    },
  };
}

const signatureOf = (source: string) => `${source}Signature`;

function describeSignatures() {
  return Object.fromEntries(
    Object.entries(signatureHeaders).map(([source, name]) => [
      signatureOf(source),
      {
        type: 'apiKey',
        in: 'header',
        name,
        description: 'An HMAC of the request, computed with the shared secret',
      },
    ]),
  );
}

function describeParameters(place: 'path' | 'query', schema: z.ZodMiniType) {
  if (!takes(schema)) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function contentOf(schema: z.ZodMiniType, io: 'input' | 'output', mediaType = 'application/json') {
  return { [mediaType]: { schema: schemaOf(schema, io) } };
}

/** Drops `$schema`, because JSON Schema 2020-12 is already the default in OpenAPI 3.1. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nameProperties(jsonSchema),
  });
  return described;
}

/** Describes a record with known keys as an object with properties, which client generators handle better. */
function nameProperties(schema: z.core.JSONSchema.BaseSchema) {
  const { propertyNames, additionalProperties } = schema;
  const keys = typeof propertyNames === 'object' ? propertyNames.enum : undefined;
  if (!keys || additionalProperties === undefined) return;
  schema.properties = Object.fromEntries(keys.map((key) => [key, additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}
