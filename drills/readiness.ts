import { setTimeout as pause } from 'node:timers/promises';

const everyMs = 100;

/** How long it takes until every node says that it is ready, or that it is not. */
export async function secondsUntil(nodes: { url: string }[], isReady: boolean): Promise<number> {
  const began = Date.now();
  for (;;) {
    const states = await Promise.all(
      nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).ok),
    );
    if (states.every((state) => state === isReady)) return (Date.now() - began) / 1000;
    await pause(everyMs);
  }
}
