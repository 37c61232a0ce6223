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

function describe(name: string, { access, params, query, body, answer }: Endpoint) {
  const problem = {
    description: 'Refused',
    content: json(z.object({ message: z.string() }), 'output'),
  };
  return {
    operationId: name,
    description: `Who may call it: ${access}`,
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(takes(body) && { requestBody: { required: true, content: json(body, 'input') } }),
    responses: { 200: { description: 'Done', content: json(answer, 'output') }, default: problem },
  };
}

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

function json(schema: z.ZodMiniType, io: 'input' | 'output') {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } };
}

function takes(schema: z.ZodMiniType): boolean {
  return schema.def.type !== 'undefined';
}
