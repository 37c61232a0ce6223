import { buildDemoIfStale, buildServerIfStale } from '../../scripts/build-server.ts';
import { buildWebIfStale } from '../../scripts/build-web.ts';

/** Slow tests start nodes and the demo from the bundles. */
export default async function setup() {
  await buildWebIfStale(() => {});
  await buildServerIfStale(() => {});
  await buildDemoIfStale(() => {});
}
