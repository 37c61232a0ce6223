import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

declare global {
  var axe: typeof import('axe-core');
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Every rule runs; only elements that break none are not described, and nobody needs a selector of the others. */
const options = { resultTypes: ['violations' as const], selectors: false };

/** Half faded, any text is pale. What turns for as long as it is there has no end. */
const untilNothingFades = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`;

/** What axe finds on the page once nothing on it fades in or out: the rule, and the first element that breaks it. */
export async function listFaults(page: Page): Promise<string[]> {
  await page.evaluate(untilNothingFades);
  for (const frame of page.frames()) {
    // Once for each document: sending and compiling it takes longer than the check itself.
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
  }
  return page.evaluate(async (chosen) => {
    const { violations } = await globalThis.axe.run(chosen);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}
