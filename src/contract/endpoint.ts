import * as z from 'zod/mini';
import { canEdit, canSeeAlumniPages, isStaff, type Role } from '../course/roles.ts';
import { byId, message } from './fields.ts';

/** `editors` are admins, plus teachers with edit rights. */
type Access =
  | 'anyone'
  | 'signed-in'
  | 'students'
  | 'alumni-and-staff'
  | 'staff'
  | 'editors'
  | 'admins';

/** What staff have to do before anything else if the portal requires passkeys: add their first one, or use one. */
export const PASSKEY_STEPS = ['add', 'use'] as const;
type PasskeyStep = (typeof PASSKEY_STEPS)[number];

export interface Caller {
  readonly role: Role;
  readonly isAdmin: boolean;
  readonly usesStaffLink: boolean;
  readonly passkeyStep: PasskeyStep | null;
  /** True if the person signed in, or confirmed who they are, in the last few minutes. */
  readonly isConfirmed: boolean;
}

const accessRules: Record<Access, (caller: Caller) => boolean> = {
  anyone: () => true,
  'signed-in': () => true,
  students: ({ role }) => role === 'student',
  'alumni-and-staff': ({ role }) => canSeeAlumniPages(role),
  staff: ({ role }) => isStaff(role),
  editors: (caller) => isStaff(caller.role) && canEdit(caller),
  admins: ({ role }) => role === 'admin',
};

export function checkAccess(
  endpoint: Pick<Endpoint, 'access' | 'needsOwnSignIn' | 'confirm' | 'passkeySteps'>,
  caller: Caller | null,
): 'allowed' | 'sign-in' | 'forbidden' | 'passkey' | 'own-sign-in' | 'confirm' {
  const { access, needsOwnSignIn, confirm, passkeySteps = [] } = endpoint;
  if (access === 'anyone') return 'allowed';
  if (!caller) return 'sign-in';
  if (!accessRules[access](caller)) return 'forbidden';
  if (caller.passkeyStep && !passkeySteps.includes(caller.passkeyStep)) return 'passkey';
  if (needsOwnSignIn && caller.usesStaffLink) return 'own-sign-in';
  return confirm && !caller.isConfirmed ? 'confirm' : 'allowed';
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Key = `${Method} /api/${string}`;
type Schema = z.ZodMiniType;
const nothing = z.undefined();

interface Facts<A extends Access = Access, Response extends Schema = Schema> {
  summary: string;
  access: A;
  /** Denies the call to people who signed in with a link that staff copied. */
  needsOwnSignIn?: boolean;
  /** Requires a recent sign-in. Without one, the call returns 401 with `current: { confirm: true }`. */
  confirm?: boolean;
  /** The passkey steps at which staff can already make this call. */
  passkeySteps?: readonly PasskeyStep[];
  response: Response;
  /** Defaults to JSON. */
  mediaType?: string;
  /** Defaults to 32 KB. */
  maxBodyBytes?: number;
  /** The schema of the current row, for calls that accept `If-Match`. They return 409 if the version is stale. */
  current?: Schema;
  /** Accepts `Idempotency-Key`: retrying a request with the same key has no further effect. */
  takesRequestKey?: boolean;
  /** Error statuses beyond the ones that `refusalsOf` derives. */
  refusals?: readonly (403 | 404 | 409 | 429)[];
}

interface Definition extends Omit<Facts, 'response'> {
  /** Defaults to the `id` in the path, if there is one. */
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Defaults to an object with a `message`. */
  response?: Schema;
}

type Part<D, K extends string, Default extends Schema = typeof nothing> =
  D extends Record<K, infer S extends Schema> ? S : Default;

type PathParams<K> = K extends `${string}/:id` | `${string}/:id/${string}`
  ? typeof byId
  : typeof nothing;

export interface Endpoint<
  A extends Access = Access,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  K extends Key = Key,
> extends Facts<A, Response> {
  key: K;
  method: Method;
  path: string;
  params: Params;
  query: Query;
  body: Body;
}

type Declared<K extends Key, A extends Access, D> = Endpoint<
  A,
  Part<D, 'params', PathParams<K>>,
  Part<D, 'query'>,
  Part<D, 'body'>,
  Part<D, 'response', typeof message>,
  K
>;

export function endpoint<const K extends Key, const D extends Definition>(
  key: K,
  definition: D,
): Declared<K, D['access'], D> {
  const [method, path = ''] = key.split(' ');
  const params = path.split('/').includes(':id') ? byId : nothing;
  const usual = { params, query: nothing, body: nothing, response: message };
  return { ...usual, ...definition, key, method, path } as never;
}

const endpointFor =
  <A extends Access>(access: A) =>
  <const K extends Key, const D extends Omit<Definition, 'access'>>(key: K, definition: D) =>
    endpoint(key, { ...definition, access }) as Declared<K, A, D>;

export const forAnyone = endpointFor('anyone');
export const forSignedIn = endpointFor('signed-in');
export const forStudents = endpointFor('students');
export const forAlumniAndStaff = endpointFor('alumni-and-staff');
export const forStaff = endpointFor('staff');
export const forEditors = endpointFor('editors');
export const forAdmins = endpointFor('admins');

/**
 * Lists the error statuses that a call can return. For calls that change data, this includes 403 (if another site sent
 * the request) and 412 (if `X-User-Id` isn’t the person signed in).
 */
export function refusalsOf(endpoint: Endpoint): number[] {
  const { method, access, passkeySteps, params, query, current, refusals = [] } = endpoint;
  const isChange = method !== 'GET';
  const statuses = new Set<number>(refusals);
  if (isChange || takes(params) || takes(query)) statuses.add(400);
  if (access !== 'anyone') statuses.add(401);
  if (isChange || (access !== 'anyone' && !passkeySteps)) statuses.add(403);
  if (takes(params)) statuses.add(404);
  if (current) statuses.add(409);
  if (isChange) statuses.add(412);
  return [...statuses].toSorted((a, b) => a - b);
}

export function takes(schema: Schema): boolean {
  return schema.def.type !== 'undefined';
}

export type Contract = Record<string, Endpoint>;
export type ResponseOf<E extends Endpoint> = z.infer<E['response']>;
export type AnswerOf<E extends Endpoint> = z.input<E['response']>;
export type BodyOf<E extends Endpoint> = z.infer<E['body']>;
export type ParamsOf<E extends Endpoint> = z.infer<E['params']>;
export type QueryOf<E extends Endpoint> = z.infer<E['query']>;
