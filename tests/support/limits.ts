import { limitPerson, type PersonLimit } from '../../src/server/platform/person-limits.ts';
import type { Portal } from './portal.ts';

export async function alreadyDid(
  { database, clock }: Pick<Portal, 'database' | 'clock'>,
  what: PersonLimit,
  times: number,
  personId: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await limitPerson(database, clock.now(), what, personId);
  }
}
