import * as z from 'zod/mini';
import { canEdit, canSeeAlumniPages, isStaff, type Role } from '../course/roles.ts';

/** Who may make a call. `editors` are admins and those whom an admin lent the right to edit. */
type Access =
  | 'anyone'
  | 'signed-in'
  | 'students'
  | 'alumni-and-staff'
  | 'staff'
  | 'editors'
  | 'admins';

interface Caller {
  readonly role: Role;
  readonly isAdmin: boolean;
  /** Their session began with a link that staff copied. */
  readonly usesStaffLink: boolean;
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

/** Whether a caller may make a call, or why not. */
export function checkAccess(
  { access, needsOwnSignIn }: Pick<Endpoint, 'access' | 'needsOwnSignIn'>,
  caller: Caller | null,
): 'allowed' | 'sign-in' | 'forbidden' | 'own-sign-in' {
  if (access === 'anyone') return 'allowed';
  if (!caller) return 'sign-in';
  if (!accessRules[access](caller)) return 'forbidden';
  return needsOwnSignIn && caller.usesStaffLink ? 'own-sign-in' : 'allowed';
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Schema = z.ZodMiniType;
const nothing = z.undefined();

/** Why a rule of the portal refuses a call that its access and its input allow. */
type Refusal = 403 | 404 | 409 | 429;

interface Definition {
  /** What it does, in one sentence, for the OpenAPI description. */
  summary: string;
  method: Method;
  /** As in the address bar, with `:name` for each parameter. */
  path: `/api/${string}`;
  access: Access;
  /**
   * Refused in a session that began with a link that staff copied: whoever opened that link may not be its owner, and
   * what this call does or shows would outlive the session.
   */
  needsOwnSignIn?: boolean;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  response: Schema;
  /** The media type of the response, where that is not JSON. */
  mediaType?: string;
  /** How long the body may be, where that is more than the 32 KB of other calls. */
  maxBodyBytes?: number;
  /**
   * The version that the caller has seen may come in `If-Match`. Where the row has another one by then, the
   * call is refused with 409, and what is there now stands beside the message as `current`.
   */
  current?: Schema;
  /** A key may come in `Idempotency-Key`: a request that was sent before with the same key changes nothing. */
  takesRequestKey?: boolean;
  /** Beside those that follow from the rest of the declaration; see `refusalsOf`. */
  refusals?: readonly Refusal[];
}

type Nothing = typeof nothing;
type Part<D, K extends string> = D extends Record<K, infer S extends Schema> ? S : Nothing;

export interface Endpoint<
  A extends Access = Access,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  M extends Method = Method,
  Path extends `/api/${string}` = `/api/${string}`,
> {
  summary: string;
  method: M;
  path: Path;
  access: A;
  needsOwnSignIn?: boolean;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  mediaType?: string;
  maxBodyBytes?: number;
  current?: Schema;
  takesRequestKey?: boolean;
  refusals?: readonly Refusal[];
}

/** Declares one call; what it does not take is declared as nothing. */
export function endpoint<const D extends Definition>(
  definition: D,
): Endpoint<
  D['access'],
  Part<D, 'params'>,
  Part<D, 'query'>,
  Part<D, 'body'>,
  D['response'],
  D['method'],
  D['path']
> {
  return { params: nothing, query: nothing, body: nothing, ...definition } as never;
}

/**
 * The statuses with which a call is refused. A change is also refused with 403 where a page of another site sent it,
 * and with 412 where `X-User-Id` names somebody else than the session does.
 */
export function refusalsOf(endpoint: Endpoint): number[] {
  const { method, access, needsOwnSignIn, params, query, current, refusals = [] } = endpoint;
  const isChange = method !== 'GET';
  const statuses = new Set<number>(refusals);
  if (isChange || takes(params) || takes(query)) statuses.add(400);
  if (access !== 'anyone') statuses.add(401);
  const isForSome = needsOwnSignIn || !['anyone', 'signed-in'].includes(access);
  if (isChange || isForSome) statuses.add(403);
  if (takes(params)) statuses.add(404);
  if (current) statuses.add(409);
  if (isChange) statuses.add(412);
  return [...statuses].toSorted((a, b) => a - b);
}

export function takes(schema: Schema): boolean {
  return schema.def.type !== 'undefined';
}

export type Contract = Record<string, Endpoint>;
/** Such as 'GET /api/user'. */
export type EndpointKeyOf<E extends Endpoint> = `${E['method']} ${E['path']}`;
export type ResponseOf<E extends Endpoint> = z.infer<E['response']>;
export type BodyOf<E extends Endpoint> = z.infer<E['body']>;
export type ParamsOf<E extends Endpoint> = z.infer<E['params']>;
export type QueryOf<E extends Endpoint> = z.infer<E['query']>;
