import { buildServerIfStale } from '../../scripts/build-server.ts';
import { startTestPostgres } from './postgres.ts';

/** What the server's tests share: one PostgreSQL, and the built server for those that start nodes. */
export default async function setup() {
  await buildServerIfStale(() => {});
  const postgres = await startTestPostgres();
  return () => postgres?.stop();
}
