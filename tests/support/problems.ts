import { sql } from 'drizzle-orm';
import type { Problem, ProblemGroup } from '../../src/contract/operations.ts';
import { openClient } from './client.ts';
import type { Portal } from './portal.ts';

interface DeadJob {
  job: string;
  data: object;
  reason?: string;
  key?: string;
}

export function problemsOf(portal: Portal) {
  const { database } = portal;
  const call = async () => {
    const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
    return openClient(portal, { session });
  };
  const post = async (path: string, body: object) =>
    (await call()).post(`/api/admin/problems/${path}`, body);

  return {
    call,

    async groups(view = 'open'): Promise<ProblemGroup[]> {
      return (await (await call()).get(`/api/admin/problems?view=${view}`)).body.groups;
    },

    async of(kind: string, view = 'open'): Promise<Problem[]> {
      const { body } = await (await call()).get(`/api/admin/problems?view=${view}&kind=${kind}`);
      return body.groups[0]?.problems ?? [];
    },

    async count(): Promise<number> {
      return (await (await call()).get('/api/admin/problems/count')).body.count;
    },

    retry: (kind: string, key?: string) => post('retry', { kind, key }),
    dismiss: (kind: string, problem: Problem | undefined, reason = 'Known') =>
      post('dismiss', {
        kind,
        ...(problem && { key: problem.key, happenedAt: problem.happenedAt }),
        reason,
      }),
    restore: (kind: string, key: string) => post('restore', { kind, key }),

    async addDead({ job, data, reason = 'It was refused.', key }: DeadJob) {
      await database.execute(
        sql`insert into pgboss.job (name, data, source_name, source_output, singleton_key) values ('dead-jobs',
          ${JSON.stringify(data)}::jsonb, ${job}, ${JSON.stringify({ reason })}::jsonb, ${key ?? null})`,
      );
    },

    async forgetAll() {
      await database.execute(sql`delete from pgboss.job where name = 'dead-jobs'`);
      await database.execute(sql`delete from retreat_registrations where person_id is null`);
      await database.execute('truncate dismissed_problems, rejected_webhooks, holds');
    },
  };
}
