import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../contract/accounts.ts';
import { checkAccess, type Endpoint } from '../../contract/endpoint.ts';
import { type PageCall, pageCalls, STUDENT_CALL, USER_CALL } from '../../contract/page-calls.ts';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { type Audience, audienceOf, PAGES, type Page } from '../../course/pages.ts';
import { directVisitor, type Visitor } from '../../course/redirects.ts';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Overload } from './overload.ts';
import { compileWriter } from './response-schema.ts';
import type { SessionPerson, Sessions } from './session.ts';

const mostRedirects = 4;

interface Deps {
  calls: InnerCalls;
  sessions: Pick<Sessions, 'findPerson' | 'hasSessionCookie'>;
  overload: Overload;
  clock: Clock;
  firstClass: number;
  /**
   * After this long, we send the page without the responses that are still missing, and the page fetches them itself.
   */
  longestWaitMs: number;
}

export function openPageAnswers(deps: Deps) {
  const { calls, sessions, overload, clock, firstClass, longestWaitMs } = deps;
  async function gather(found: Gathered, request: FastifyRequest, reply: FastifyReply) {
    const person = await sessions.findPerson(request);
    if (!person) return found.add(USER_CALL, { value: null, json: 'null' });
    const caller = { person, request, reply };
    const user = await read(USER_CALL, caller);
    if (!user) return;
    found.add(USER_CALL, user);
    const visitor: Visitor = user.value as User;
    const page = found.page;
    if (page === undefined) return;
    const isStudent = person.role === 'student' && !openAudiences.has(audienceOf(page));
    const schedule = isStudent ? await read(STUDENT_CALL, caller) : undefined;
    if (schedule) found.add(STUDENT_CALL, schedule);
    if (isStudent && !schedule) return;
    const entries = schedule?.value as ScheduleEntry[] | undefined;
    const registeredClassNumbers = entries?.map(({ classNumber }) => classNumber);
    const { resume, week } = request.query as { resume?: string; week?: unknown };
    const visit = { path: page, resume: resume === '1', firstClass };
    found.page = whereTo({ ...visitor, registeredClassNumbers }, visit);
    const known = {
      schedule: entries ?? [],
      week: typeof week === 'string' ? week : null,
      now: clock.now(),
    };
    const left = pageCalls(found.page, known).filter((call) => call !== STUDENT_CALL || !schedule);
    await Promise.all(left.map((call) => gatherCall(found, call, caller)));
  }

  async function gatherCall(found: Gathered, call: PageCall, caller: Caller): Promise<void> {
    const answer = await read(call, caller);
    if (!answer) return;
    found.add(call, answer);
    const next = call.next?.(answer.value);
    if (next) await gatherCall(found, next, caller);
  }

  /** Doesn't throw, because the page retries a failed call and shows the error itself. */
  async function read(call: PageCall, caller: Caller): Promise<InnerAnswer | undefined> {
    try {
      return await calls.read(call, caller);
    } catch (error) {
      if (!(error instanceof DomainError)) logFailure(caller.request, error);
      return undefined;
    }
  }

  /**
   * Returns the page's data as JSON. Returns null if there is none, for example because the request has no session
   * cookie, the URL contains a token, or the node is busy.
   */
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    page?: Page,
  ): Promise<string | null> => {
    if (request.method !== 'GET' || page === PAGES.verify) return null;
    if (!sessions.hasSessionCookie(request)) return null;
    const leave = overload.enter();
    if (!leave) return null;
    const askedAt = clock.now();
    const found = new Gathered(page);
    const work = gather(found, request, reply)
      .catch((error) => logFailure(request, error))
      .finally(leave);
    await Promise.race([work, pause(longestWaitMs, undefined, { ref: false })]);
    return found.result(askedAt);
  };
}

export type PageAnswersOf = ReturnType<typeof openPageAnswers>;

/** On pages for any other audience, a student may be redirected, depending on their progress. */
const openAudiences = new Set<Audience>(['everybody', 'signed-in']);

class Gathered {
  readonly #first: Page | undefined;
  readonly #parts: string[] = [];
  page: Page | undefined;

  constructor(page: Page | undefined) {
    this.#first = page;
    this.page = page;
  }

  add({ call, query }: PageCall, { json }: InnerAnswer): void {
    const input = query ? JSON.stringify({ query }) : 'null';
    this.#parts.push(`[${JSON.stringify(call)},${input},${json}]`);
  }

  result(askedAt: Date): string | null {
    if (this.#parts.length === 0) return null;
    const goTo = this.page === this.#first ? undefined : this.page;
    const facts = JSON.stringify({ askedAt, goTo });
    return `${facts.slice(0, -1)},"given":[${this.#parts.join(',')}]}`;
  }
}

function whereTo(visitor: Visitor, visit: { path: Page; resume: boolean; firstClass: number }) {
  let { path, resume } = visit;
  for (let step = 0; step < mostRedirects; step += 1) {
    const direction = directVisitor(visitor, { ...visit, path, resume });
    if (direction.stay) return path;
    path = direction.goTo;
    resume = false;
  }
  return path;
}

function logFailure({ log }: FastifyRequest, error: unknown): void {
  log.warn({ err: error }, 'a page was sent without some of its data');
}

export interface ReadCall {
  endpoint: Endpoint;
  schema: Record<string, unknown>;
  answer(query: Record<string, string>, caller: Caller): Promise<unknown>;
}

export interface Caller {
  person: SessionPerson;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface InnerAnswer {
  value: unknown;
  json: string;
}

/**
 * Calls GET endpoints without going through HTTP, but with the same access rules, input validation, handlers and
 * response schemas.
 */
export function openInnerCalls() {
  const calls = new Map<string, ReadCall>();
  return {
    add(call: ReadCall): void {
      calls.set(call.endpoint.key, call);
    },

    async read({ call, query = {} }: PageCall, caller: Caller): Promise<InnerAnswer | undefined> {
      const found = calls.get(call);
      if (!found) throw new Error(`A page names ${call}, which has no handler.`);
      if (checkAccess(found.endpoint, caller.person) !== 'allowed') return undefined;
      const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const value = await found.answer(Object.fromEntries(texts), caller);
      return { value, json: compileWriter(found)(value) };
    },
  };
}

export type InnerCalls = ReturnType<typeof openInnerCalls>;
