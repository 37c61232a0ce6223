import * as z from 'zod/mini';
import { contract } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** The contract in the words of OpenAPI, for whoever builds against the portal. */
export function describeCalls(publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Course portal', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
  };
}

function describe(name: string, endpoint: Endpoint) {
  const { access, params, query, body, response, mediaType, current, takesRequestKey } = endpoint;
  const problem = {
    description: 'Refused',
    content: contentOf(z.object({ message: z.string() }), 'output'),
  };
  return {
    operationId: name,
    description: `Who may call it: ${access}`,
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...(current ? [ifMatch] : []),
      ...(takesRequestKey ? [idempotencyKey] : []),
    ],
    ...(takes(body) && { requestBody: { required: true, content: contentOf(body, 'input') } }),
    responses: {
      200: { description: 'Done', content: contentOf(response, 'output', mediaType) },
      ...(current && {
        409: {
          description: 'Refused; `current` where the version is another one by now',
          content: contentOf(
            z.object({ message: z.string(), current: z.optional(current) }),
            'output',
          ),
        },
      }),
      default: problem,
    },
  };
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The version that was seen, in quotation marks; without it nothing is compared',
  schema: { type: 'string' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same for a request that is sent again: what was done is not done twice',
  schema: { type: 'string', minLength: 8, maxLength: 64 },
};

function parameters(place: 'path' | 'query', schema: z.ZodMiniType) {
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
  return { [mediaType]: { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } };
}

function takes(schema: z.ZodMiniType): boolean {
  return schema.def.type !== 'undefined';
}
