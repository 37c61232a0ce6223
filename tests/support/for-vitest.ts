import { startTestPostgres } from './postgres.ts';

/** All server tests share one PostgreSQL server. */
export default async function setup() {
  const postgres = await startTestPostgres();
  return () => postgres?.stop();
}
