import { sql } from 'drizzle-orm';
import { FIRST_STEPS, type FirstStep } from '../../contract/operations.ts';
import { classes, people, sentMessages } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import { testMail } from './messages.ts';

/** Returns an empty list once the school has classes, and students or alumni. */
export async function listFirstSteps({ database }: Services) {
  const { rows } = await database.execute<Record<FirstStep, boolean>>(sql`select
    exists (select from ${sentMessages} where kind = ${testMail.kind} and status = 'sent') as setup,
    (select count(*) > 1 from ${people} where role in ('admin', 'teacher')) as staff,
    exists (select from ${classes}) as classes,
    exists (select from ${people} where role in ('student', 'alumni')) as people`);
  const [done] = rows;
  if (!done || (done.classes && done.people)) return [];
  return FIRST_STEPS.map((step) => ({ step, isDone: done[step] }));
}
