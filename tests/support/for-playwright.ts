import { buildWebIfStale } from '../../scripts/build-web.ts';
import { unpackBrowserIfNeeded } from './browser.ts';
import { startTestPostgres } from './postgres.ts';

export default async function setup() {
  await buildWebIfStale(() => {});
  await unpackBrowserIfNeeded();
  const postgres = await startTestPostgres();
  return () => postgres?.stop();
}
