import { desc, eq } from 'drizzle-orm';
import { auditLog, people } from '../../src/server/database/schema.ts';
import { testNow } from './clock.ts';
import type { Portal } from './portal.ts';
import { openStudent } from './students.ts';

type Client = Awaited<ReturnType<typeof openStudent>>;

export function staffOf(portal: Portal) {
  const { database } = portal;

  async function personWith(id: number) {
    const [person] = await database.select().from(people).where(eq(people.id, id));
    if (!person) throw new Error(`there is no person ${id}`);
    return person;
  }

  const open = (role: 'admin' | 'teacher') => openStudent(portal, { role, startDate: null });

  return {
    open,

    async openOnlyAdmin() {
      const whereAdmin = eq(people.role, 'admin');
      await database.update(people).set({ deactivatedAt: testNow }).where(whereAdmin);
      return open('admin');
    },

    async edit(admin: Client, id: number, change: object, version?: number) {
      const { email, firstName, lastName, phone, role, isAdmin, zoomUser } = await personWith(id);
      const now = { email, firstName, lastName, phone: phone ?? '', role, canEdit: isAdmin };
      const body = { ...now, zoomUser: zoomUser ?? '', ...change };
      const headers = version === undefined ? undefined : { 'if-match': `"${version}"` };
      return admin.patch(`/api/admin/staff/${id}`, body, headers);
    },

    deactivate: (admin: Client, id: number, body?: object) =>
      admin.post(`/api/admin/staff/${id}/deactivate`, body),
    reactivate: (admin: Client, id: number) => admin.post(`/api/admin/staff/${id}/reactivate`),

    async rowOf(admin: Client, id: number) {
      const { body } = await admin.get('/api/admin/staff');
      return body.find((row: { id: number }) => row.id === id);
    },

    async lastAudit(id: number) {
      const [entry] = await database
        .select()
        .from(auditLog)
        .where(eq(auditLog.personId, id))
        .orderBy(desc(auditLog.id))
        .limit(1);
      return entry;
    },
  };
}
