import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog, people, personNotes } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

type Client = Awaited<ReturnType<typeof openStudent>>;

const openEditor = () => openStudent(portal, { role: 'teacher', startDate: null, isAdmin: true });

const write = (author: Client, id: number, body: string) =>
  author.post(`/api/admin/people/${id}/notes`, { body });

const listOf = async (viewer: Client, id: number) =>
  (await viewer.get(`/api/admin/people/${id}/notes`)).body;

const ifMatch = (version: number) => ({ 'if-match': `"${version}"` });

test('staff see notes newest first, with author and time', async () => {
  const [student, editor, teacher] = [
    await openStudent(portal),
    await openEditor(),
    await staffOf(portal).open('teacher'),
  ];
  expect((await write(editor, student.id, 'Prefers mornings')).status).toBe(200);
  portal.clock.moveOn(1000);
  await write(editor, student.id, 'Has moved\nto Oakland');
  const notes = await listOf(teacher, student.id);
  const author = expect.stringContaining('Sam Sample');
  expect(notes).toMatchObject([
    { body: 'Has moved\nto Oakland', writtenBy: author, editedAt: null, isEditable: false },
    { body: 'Prefers mornings', writtenBy: author, editedAt: null, isEditable: false },
  ]);
  expect(notes[0].writtenAt > notes[1].writtenAt).toBe(true);
  expect(await listOf(editor, student.id)).toMatchObject([{ isEditable: true }, {}]);
  const entry = await staffOf(portal).lastAudit(student.id);
  expect(entry).toMatchObject({ action: 'note: written', actorId: editor.id, after: null });
});

test('only admins see the page, timeline and notes of staff', async () => {
  const [editor, admin] = [await openEditor(), await staffOf(portal).open('admin')];
  for (const { id } of [admin, editor, await staffOf(portal).open('teacher')]) {
    const page = `/api/admin/people/${id}`;
    for (const path of [page, `${page}/timeline`, `${page}/notes`]) {
      expect([path, (await editor.get(path)).status]).toEqual([path, 404]);
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
    expect((await write(editor, id, 'Late again')).status).toBe(404);
    expect((await write(admin, id, 'On leave in May')).status).toBe(200);
  }
});

test('only the author and admins can change or delete a note', async () => {
  const [student, author, other] = [
    await openStudent(portal),
    await openEditor(),
    await openEditor(),
  ];
  const admin = await staffOf(portal).open('admin');
  await write(author, student.id, 'First');
  const [{ id }] = await listOf(author, student.id);
  const path = `/api/admin/notes/${id}`;
  expect((await other.patch(path, { body: 'Mine' })).status).toBe(403);
  expect((await other.delete(path)).status).toBe(403);
  expect((await author.patch(path, { body: 'Second' })).status).toBe(200);
  expect((await admin.patch(path, { body: 'Third' })).status).toBe(200);
  expect(await listOf(other, student.id)).toMatchObject([
    { body: 'Third', editedAt: expect.any(String), isEditable: false, version: 3 },
  ]);
  expect((await author.delete(path, ifMatch(3))).status).toBe(200);
  expect(await listOf(other, student.id)).toEqual([]);
  expect((await author.delete(path)).status).toBe(404);
});

test('a stale edit is refused with the current note', async () => {
  const [student, admin] = [await openStudent(portal), await staffOf(portal).open('admin')];
  await write(admin, student.id, 'First');
  const [{ id }] = await listOf(admin, student.id);
  const path = `/api/admin/notes/${id}`;
  expect((await admin.patch(path, { body: 'Second' }, ifMatch(1))).status).toBe(200);
  // A double click requests what is already saved.
  expect((await admin.patch(path, { body: 'Second' }, ifMatch(1))).status).toBe(200);
  const current = { body: 'Second', version: 2 };
  for (const refused of [
    await admin.patch(path, { body: 'Mine' }, ifMatch(1)),
    await admin.delete(path, ifMatch(1)),
  ]) {
    expect(refused).toMatchObject({ status: 409, body: { current } });
  }
});

test('a note must have text, and its person must exist and not be erased', async () => {
  const [student, admin] = [await openStudent(portal), await staffOf(portal).open('admin')];
  expect((await write(admin, student.id, '  ')).status).toBe(400);
  expect((await write(admin, 999_999_999, 'Hello')).status).toBe(404);
  await write(admin, student.id, 'Hello');
  const body = { email: student.email };
  expect((await admin.post(`/api/admin/people/${student.id}/erase`, body)).status).toBe(200);
  expect((await write(admin, student.id, 'Hello again')).status).toBe(404);
  const { personId } = personNotes;
  expect(await portal.database.$count(personNotes, eq(personId, student.id))).toBe(0);
});

test('the text of a note is in no other record', async () => {
  const [student, admin] = [await openStudent(portal), await staffOf(portal).open('admin')];
  await write(admin, student.id, 'A word that is rare: quincunx');
  const rows = await portal.database.select().from(auditLog);
  expect(JSON.stringify(rows)).not.toContain('quincunx');
  expect(portal.logged.join('')).not.toContain('quincunx');
  const [row] = await portal.database.select().from(people).where(eq(people.id, student.id));
  expect(row?.version).toBe(0);
});
