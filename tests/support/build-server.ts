import { buildDemoIfStale, buildServerIfStale } from '../../scripts/build-server.ts';
import { buildWebIfStale } from '../../scripts/build-web.ts';

export default async function setup() {
  await buildWebIfStale(() => {});
  await buildServerIfStale(() => {});
  await buildDemoIfStale(() => {});
}
