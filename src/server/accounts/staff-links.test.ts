import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf, tokenIn } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { alreadyDid } from '../../../tests/support/limits.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import type { DemoEmail } from '../../demo/people.ts';
import { auditLog, loginTokens, people } from '../database/schema.ts';
import { staffLinkPath } from '../platform/login-links.ts';

type Client = ReturnType<typeof openClient>;

const hour = 60 * 60 * 1000;
const nora = 'new-student@demo.test';
const aiko = 'alumni@demo.test';

let portal: Portal;
let admin: Client;
let teacher: Client;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
// Each test runs on its own day, so that tests don't share links and limits.
let day = 0;
beforeEach(async () => {
  day += 1;
  portal.clock.moveTo(new Date(testNow.getTime() + day * 3 * 24 * hour));
  admin = await signedIn('admin@demo.test');
  teacher = await signedIn('teacher@demo.test');
});

async function signedIn(email: DemoEmail, at: Portal = portal): Promise<Client> {
  const [name = '', value = ''] = (await at.cookieOf(email)).split('=');
  return openClient(at, { [name]: value });
}

async function personWith(email: string, at: Portal = portal) {
  const [person] = await at.database.select().from(people).where(eq(people.email, email));
  if (!person) throw new Error(`no one has ${email}`);
  return person;
}

interface Row {
  email: string;
  loginLink: string | null;
}

async function linkInList(viewer: Client, email: string) {
  const students = await viewer.get('/api/students');
  const alumni = await viewer.get(`/api/alumni?search=${email}`);
  const rows: Row[] = [...students.body, ...alumni.body.data];
  return rows.find((row) => row.email === email)?.loginLink;
}

async function copyLink(viewer: Client, email: string, at: Portal = portal) {
  const { id } = await personWith(email, at);
  return viewer.post(`/api/admin/people/${id}/login-link`);
}

const tokenOf = (path: string) => new URL(path, portal.url).searchParams.get('token') ?? '';

const spend = (path: string, client = openClient(portal)) =>
  client.post('/api/auth/verify', { token: tokenOf(path), confirmed: true });

test('the path in a row doesn’t work before it is copied', async () => {
  const path = await linkInList(teacher, nora);
  expect((await spend(path ?? '')).status).toBe(400);
});

for (const email of [nora, aiko]) {
  test(`copying returns the path in the row, which then works once: ${email}`, async () => {
    const inRow = await linkInList(teacher, email);
    const { status, body } = await copyLink(teacher, email);
    expect([status, body]).toEqual([200, { loginLink: inRow }]);
    expect((await spend(body.loginLink)).body.user.email).toBe(email);
    expect((await spend(body.loginLink)).status).toBe(400);
  });
}

test('copying again returns the same path until the link is used', async () => {
  const { body: first } = await copyLink(teacher, nora);
  expect((await copyLink(teacher, nora)).body).toEqual(first);
  expect(await linkInList(teacher, nora)).toBe(first.loginLink);
  await spend(first.loginLink);
  const next = await linkInList(teacher, nora);
  expect(next).not.toBe(first.loginLink);
  expect((await copyLink(teacher, nora)).body.loginLink).toBe(next);
  expect((await spend(first.loginLink)).status).toBe(400);
});

test('copying a link eight times at once creates one link', async () => {
  const { id } = await personWith(nora);
  for (let round = 0; round < rounds; round += 1) {
    const before = await portal.database.$count(loginTokens);
    const copies = Array.from({ length: 8 }, () =>
      teacher.post(`/api/admin/people/${id}/login-link`),
    );
    const answers = await Promise.all(copies);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.loginLink)).size).toBe(1);
    expect(await portal.database.$count(loginTokens)).toBe(before + 1);
    await spend(answers[0]?.body.loginLink);
  }
});

test('even a browser that requested a link has to confirm one that staff copied', async () => {
  const browser = openClient(portal);
  await browser.post('/api/auth/login', { email: nora });
  await messageTo(portal, nora);
  const { body } = await copyLink(teacher, nora);
  const answer = await browser.post('/api/auth/verify', { token: tokenOf(body.loginLink) });
  expect(answer.body).toEqual({ confirmAs: 'n•••@demo.test', kind: 'staff' });
});

test('a copied link works for 24 hours', async () => {
  const { body } = await copyLink(teacher, nora);
  portal.clock.moveOn(24 * hour);
  expect((await spend(body.loginLink)).status).toBe(400);
  const { body: later } = await copyLink(await signedIn('teacher@demo.test'), nora);
  portal.clock.moveOn(23.9 * hour);
  expect((await spend(later.loginLink)).status).toBe(200);
});

test('a session from a copied link lasts 24 hours', async () => {
  const { body } = await copyLink(teacher, nora);
  const visitor = openClient(portal);
  await spend(body.loginLink, visitor);
  portal.clock.moveOn(23.9 * hour);
  expect((await visitor.get('/api/user')).status).toBe(200);
  portal.clock.moveOn(0.2 * hour);
  expect((await visitor.get('/api/user')).status).toBe(401);
});

test('staff don’t see paths that colleagues copied', async () => {
  const { body } = await copyLink(teacher, nora);
  const seen = await linkInList(admin, nora);
  expect(seen).not.toBe(body.loginLink);
  expect((await spend(seen ?? '')).status).toBe(400);
});

test('a requested link is in no list, and copying doesn’t end it', async () => {
  const browser = openClient(portal);
  const seen = (await outboxOf(portal)).filter(({ to }) => to === nora).length;
  await browser.post('/api/auth/login', { email: nora });
  const token = tokenIn(await messageTo(portal, nora, seen));
  for (const viewer of [teacher, admin]) {
    const everything = [await viewer.get('/api/students'), await viewer.get('/api/alumni')];
    expect(JSON.stringify(everything.map(({ body }) => body))).not.toContain(token);
  }
  await copyLink(teacher, nora);
  expect((await browser.post('/api/auth/verify', { token })).body.user.email).toBe(nora);
});

test('a copied link still works after someone requests one', async () => {
  const { body } = await copyLink(teacher, nora);
  const seen = (await outboxOf(portal)).filter(({ to }) => to === nora).length;
  await openClient(portal).post('/api/auth/login', { email: nora });
  await messageTo(portal, nora, seen);
  expect((await spend(body.loginLink)).body.user.email).toBe(nora);
});

test('a copied link doesn’t delay a link requested just before', async () => {
  const seen = (await outboxOf(portal)).filter(({ to }) => to === nora).length;
  await copyLink(teacher, nora);
  portal.clock.moveOn(-60_000);
  await openClient(portal).post('/api/auth/login', { email: nora });
  expect((await messageTo(portal, nora, seen)).subject).toBe('Your link to the course portal');
});

test('the audit log says who copied a link, for whom, and who signed in with it', async () => {
  const { id } = await personWith(nora);
  const { id: teacherId } = await personWith('teacher@demo.test');
  const { body } = await copyLink(teacher, nora);
  await spend(body.loginLink);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${id}`))
    .orderBy(desc(auditLog.id))
    .limit(2);
  expect(rows).toMatchObject([
    { action: 'sign-in: link copied by staff', actorId: id, after: { copiedBy: teacherId } },
    { action: 'login link: copied', actorId: teacherId, ip: '127.0.0.1' },
  ]);
});

test('a link copied by a former staff member is refused', async () => {
  const { body } = await copyLink(teacher, nora);
  const whereTeacher = eq(people.email, 'teacher@demo.test');
  await portal.database.update(people).set({ role: 'alumni' }).where(whereTeacher);
  expect((await spend(body.loginLink)).status).toBe(400);
  await portal.database.update(people).set({ role: 'teacher' }).where(whereTeacher);
  expect((await spend(body.loginLink)).status).toBe(200);
});

test('there are no links for staff or unknown people', async () => {
  const before = await portal.database.$count(loginTokens);
  expect((await copyLink(admin, 'teacher@demo.test')).status).toBe(404);
  expect((await copyLink(admin, 'admin@demo.test')).status).toBe(404);
  expect((await admin.post('/api/admin/people/999999/login-link')).status).toBe(404);
  expect(await portal.database.$count(loginTokens)).toBe(before);
});

test('staff can copy at most 60 links an hour', async () => {
  await alreadyDid(portal, 'login links', 59, (await personWith('teacher@demo.test')).id);
  expect((await copyLink(teacher, nora)).status).toBe(200);
  expect((await copyLink(teacher, nora)).status).toBe(429);
  expect((await copyLink(admin, nora)).status).toBe(200);
});

test('with LOGIN_LINKS_FOR=admin only admins see and copy links', async () => {
  await using strict = await openPortal({ environment: { LOGIN_LINKS_FOR: 'admin' } });
  const [strictTeacher, strictAdmin] = [
    await signedIn('teacher@demo.test', strict),
    await signedIn('admin@demo.test', strict),
  ];
  for (const email of [nora, aiko]) {
    expect(await linkInList(strictTeacher, email)).toBeNull();
    const refused = await copyLink(strictTeacher, email, strict);
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: 'Only admins can copy login links.' },
    ]);
    const copied = await copyLink(strictAdmin, email, strict);
    expect([copied.status, copied.body.loginLink]).toEqual([
      200,
      await linkInList(strictAdmin, email),
    ]);
  }
  const { body } = await copyLink(strictAdmin, nora, strict);
  const whereAdmin = eq(people.email, 'admin@demo.test');
  await strict.database.update(people).set({ role: 'teacher' }).where(whereAdmin);
  expect((await spend(body.loginLink, openClient(strict))).status).toBe(400);
});

test('a path depends on person, staff member, number and key', () => {
  const link = { personId: 1, staffId: 2, number: 3 };
  const paths = [
    staffLinkPath('key', link),
    staffLinkPath('other key', link),
    staffLinkPath('key', { ...link, personId: 4 }),
    staffLinkPath('key', { ...link, staffId: 4 }),
    staffLinkPath('key', { ...link, number: 4 }),
  ];
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(path).toMatch(/^\/verify\?token=[\w-]{43}$/);
});
