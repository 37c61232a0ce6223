import { buildDemoIfStale, buildServerIfStale } from '../../scripts/build-server.ts';
import { buildWebIfStale } from '../../scripts/build-web.ts';

/** Slow tests run nodes and the demo from these bundles. */
export default async function setup() {
  await buildWebIfStale(() => {});
  await buildServerIfStale(() => {});
  await buildDemoIfStale(() => {});
}
