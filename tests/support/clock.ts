/** 10:00 AM PT on a Monday in the demo. */
export const testNow = new Date('2026-11-16T18:00:00Z');

export function testClock(start: Date = testNow) {
  let offset = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offset),
    isMoved: () => true,
    moveTo(instant: Date | null) {
      offset = instant ? instant.getTime() - Date.now() : 0;
    },
    moveOn(milliseconds: number) {
      offset += milliseconds;
    },
  };
}
