import { startTestPostgres } from './postgres.ts';

/** The server's tests share one PostgreSQL. */
export default async function setup() {
  const postgres = await startTestPostgres();
  return () => postgres?.stop();
}
