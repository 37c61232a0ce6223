import { setTimeout as pause } from 'node:timers/promises';

/** Two thirds of what Zoom takes of an account on the plan Pro: several busy nodes have to wait now and then. */
const perSecond = { light: 20, medium: 14, heavy: 6 } as const;
const burstMs = 300;

export type Weight = keyof typeof perSecond;

/** Lets calls begin one after the other, evenly, so that Zoom's limits by the second are not reached. */
export function openRateLimit() {
  const nextStart = { light: 0, medium: 0, heavy: 0 };

  return async function waitForTurn(weight: Weight): Promise<void> {
    const now = performance.now();
    const gapMs = 1000 / perSecond[weight];
    const start = Math.max(now - burstMs, nextStart[weight]);
    nextStart[weight] = start + gapMs;
    if (start > now) await pause(start - now);
  };
}
