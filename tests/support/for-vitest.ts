import { startTestPostgres } from './postgres.ts';

export default async function setup() {
  const postgres = await startTestPostgres();
  return () => postgres?.stop();
}
