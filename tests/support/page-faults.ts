import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

declare global {
  var axe: typeof import('axe-core');
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Runs every rule, but describes only the elements that break one. */
const options = { resultTypes: ['violations' as const], selectors: false };

/** Fading text has weak contrast. Endless animations are ignored. */
const untilNothingFades = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`;

/** What axe finds once all fades have ended: each rule and the first element that breaks it. */
export async function listFaults(page: Page): Promise<string[]> {
  await page.evaluate(untilNothingFades);
  for (const frame of page.frames()) {
    // Once per document, because loading axe takes longer than the check.
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
  }
  return page.evaluate(async (chosen) => {
    const { violations } = await globalThis.axe.run(chosen);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}
