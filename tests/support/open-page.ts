import type { Page } from '@playwright/test';
import { sessions } from '../../src/server/database/schema.ts';
import type { Portal } from './portal.ts';

export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', {
      value: '${isVisible ? 'visible' : 'hidden'}',
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}

export async function comeBackTo(page: Page): Promise<void> {
  await setVisible(page, false);
  await setVisible(page, true);
}

/** Signs everyone out without their browsers noticing. */
export async function endSessions({ database }: Portal): Promise<void> {
  await database.delete(sessions);
}

export async function slowDownZoom({ sandbox }: Portal, delayMs: number): Promise<void> {
  await fetch(`${sandbox.url}/zoom/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ delayMs }),
  });
}
