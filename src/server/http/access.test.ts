import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import {
  anyone,
  type Caller,
  callers,
  emails,
  mayCall,
  needsConfirmation,
} from '../../../tests/support/who-may-call.ts';
import { contract } from '../../contract/contract.ts';
import { people } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

type Call = (typeof contract)[keyof typeof contract];

const endsSession = ['logout', 'signOutEverywhere', 'signOutEverybody'];

async function cookieOf(caller: Caller): Promise<string> {
  const usesStaffLink = caller === 'student with a staff link';
  return caller === 'signed out' ? '' : portal.cookieOf(emails[caller], { usesStaffLink });
}

async function verdictFor(cookie: string, { method, path }: Call): Promise<string> {
  const url = path.replace(/:\w+/g, '999999999');
  const { statusCode, body } = await portal.app.inject({ method, url, headers: { cookie } });
  if (statusCode >= 500) return `failed with ${statusCode}`;
  if (statusCode === 401 && body.includes('"confirm":true')) return 'confirm';
  return statusCode === 401 ? 'sign in' : statusCode === 403 ? 'not for you' : 'go on';
}

test.each(callers)(
  '%s: every call allows, refuses or asks to confirm, as the tables say',
  async (caller) => {
    const expected: Record<string, string[]> = {};
    const found: Record<string, string[]> = {};
    const isAdmin = caller === 'teacher with edit rights';
    const whereTeacher = eq(people.email, emails.teacher);
    await portal.database.update(people).set({ isAdmin }).where(whereTeacher);
    let [old, fresh] = await openSessions(caller);
    for (const [name, call] of Object.entries(contract)) {
      const refusal = caller === 'signed out' ? 'sign in' : 'not for you';
      const isAllowed = mayCall[name as keyof typeof mayCall].includes(caller);
      const needsIt = isAllowed && needsConfirmation.has(name as keyof typeof contract);
      expected[name] = needsIt ? ['confirm', 'go on'] : [isAllowed ? 'go on' : refusal];
      found[name] = [await verdictFor(old, call)];
      if (needsIt) found[name].push(await verdictFor(fresh, call));
      if (endsSession.includes(name)) [old, fresh] = await openSessions(caller);
    }
    expect(found).toEqual(expected);
  },
);

async function openSessions(caller: Caller): Promise<[old: string, fresh: string]> {
  const old = await cookieOf(caller);
  portal.clock.moveTo(new Date(portal.clock.now().getTime() + 11 * 60_000));
  return [old, await cookieOf(caller)];
}

test('every call is served', () => {
  for (const { method, path } of Object.values(contract)) {
    expect([path, portal.app.hasRoute({ method, url: path })]).toEqual([path, true]);
  }
});

async function answerWithoutBody({ method, path }: Call, cookie: string): Promise<string> {
  const socket = openSocket(Number(new URL(portal.url).port), '127.0.0.1');
  socket.write(
    `${method} ${path.replace(/:\w+/g, '999999999')} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  );
  const [first] = await once(socket, 'data');
  socket.destroy();
  return String(first).slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
}

test('an unauthorized call is refused before its body arrives', async () => {
  const student = await portal.cookieOf('new-student@demo.test');
  const withBody = Object.entries(contract).filter(
    ([name, { method }]) => method !== 'GET' && mayCall[name as keyof typeof mayCall] !== anyone,
  );
  expect(withBody.length).toBeGreaterThan(20);
  for (const [name, call] of withBody) {
    expect([name, await answerWithoutBody(call, '')]).toEqual([name, '401']);
    if (mayCall[name as keyof typeof mayCall].includes('student')) continue;
    expect([name, await answerWithoutBody(call, student)]).toEqual([name, '403']);
  }
});
