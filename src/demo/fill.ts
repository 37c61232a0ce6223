import { connect } from '../server/database/connect.ts';
import { people } from '../server/database/schema.ts';
import { cast } from './cast.ts';

/** Fills an empty database with the demo. One that knows anybody is left as it is. */
export async function fillDemo(databaseUrl: string, now: Date): Promise<void> {
  const database = connect(databaseUrl, { poolSize: 1, onLostConnection: () => {} });
  try {
    await database.transaction(async (transaction) => {
      const [somebody] = await transaction.select({ id: people.id }).from(people).limit(1);
      if (somebody) return;
      await transaction.insert(people).values(
        cast.map(({ about, ...person }) => ({
          ...person,
          createdAt: now,
          startDate: '2026-09-01',
        })),
      );
    });
  } finally {
    await database.$client.end();
  }
}
