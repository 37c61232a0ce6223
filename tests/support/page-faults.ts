import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

declare global {
  var axe: typeof import('axe-core');
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Runs every rule, but skips reporting passes and selectors. */
const options = { resultTypes: ['violations' as const], selectors: false };

/** Half-faded text has too little contrast. Endless animations are ignored. */
const untilNothingFades = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`;

/** Returns axe's findings once all fades are over: the rule and the first element that breaks it. */
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
