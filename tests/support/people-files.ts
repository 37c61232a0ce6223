import { eq, sql } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { openClient } from './client.ts';
import type { Portal } from './portal.ts';

const header =
  'email,first_name,last_name,phone,start_date,transfer,class_5,class_6,class_7,class_8';

export const fileOf = (...lines: string[]) => [header, ...lines].join('\n');

let serial = 0;
export function newEmail(): string {
  serial += 1;
  return `import-${serial}@school.test`;
}

export async function openImports(portal: Portal) {
  const { database } = portal;
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const admin = openClient(portal, { session });
  return {
    send(csv: string, change: object = {}) {
      const body = { csv, role: 'student', sendWelcome: false, apply: true, ...change };
      return admin.post('/api/admin/people/import', body);
    },

    async personWith(email: string) {
      const [person] = await database.select().from(people).where(eq(people.email, email));
      if (!person) throw new Error(`no one has ${email}`);
      return person;
    },

    async jobsOf(name: string, personId: number) {
      const { rows } = await database.execute<{ classId: number; wait: number }>(
        sql`select (data ->> 'classId')::int as "classId",
            round(extract(epoch from start_after - created_on))::int as wait from pgboss.job
          where name = ${name} and (data ->> 'personId')::int = ${personId} order by 1`,
      );
      return rows;
    },
  };
}
