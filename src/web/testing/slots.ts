import type { ResponseTo } from '../../contract/contract.ts';
import type { Slot } from '../../contract/schedule.ts';

type Offer = ResponseTo<'GET /api/classes/available'>;

const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  timeZone: 'America/Los_Angeles',
});

export function slotAt(id: number, startTime: string): Slot {
  return { id, startTime, dayOfWeek: weekday.format(new Date(startTime)) };
}

/** The class times of one week; without any, `emptyWeek` says why. */
export function weekOf<Changes extends Partial<Offer>>(classes: Slot[], changes?: Changes) {
  return {
    classes,
    canGoBack: true,
    canGoOn: true,
    nextFreeWeek: null,
    emptyWeek: null,
    firstFutureWeek: null,
    ...changes,
  };
}
