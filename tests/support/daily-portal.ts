import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DAY_MS } from '../../src/server/platform/clock.ts';
import { testNow } from './clock.ts';
import { openPortal, type Portal } from './portal.ts';

/** Opens one portal for a test file. Each test runs three days after the last, so that none uses up another's limits. */
export function openDailyPortal(
  environment: Record<string, string>,
  onOpened: (portal: Portal) => void,
): void {
  let portal: Portal;
  let day = 0;
  beforeAll(async () => {
    portal = await openPortal({ environment });
    onOpened(portal);
  });
  afterAll(() => portal[Symbol.asyncDispose]());
  beforeEach(() => {
    day += 3;
    portal.clock.moveTo(new Date(testNow.getTime() + day * DAY_MS));
  });
}
