import { useEffect, useState } from 'react';

/**
 * The time the portal goes by is the server's. Between two readings it is carried on by performance.now(),
 * which, unlike Date, does not move when somebody sets the clock of the machine.
 */
let reading = { serverMs: Date.now(), takenAt: performance.now() };
let machineOffset = Date.now() - performance.now();

const noticeable = 1_000;
const listeners = new Set<() => void>();

export function now(): Date {
  return new Date(reading.serverMs + performance.now() - reading.takenAt);
}

/** Takes the `now` of the page or the `x-server-time` header of an answer; an absent or unreadable one changes nothing. */
export function learnServerTime(iso: string | null, takenAt = performance.now()): void {
  const serverMs = Date.parse(iso ?? '');
  if (Number.isNaN(serverMs)) return;
  const before = now().getTime();
  reading = { serverMs, takenAt };
  machineOffset = Date.now() - performance.now();
  if (Math.abs(now().getTime() - before) < noticeable) return;
  for (const listener of listeners) listener();
}

/** When the page's first byte arrived: nearer to the server's stamp than the moment its script runs. */
export function pageSentAt(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming
    ? navigation.responseStart
    : performance.now();
}

/**
 * On some systems performance.now() stands still while a laptop sleeps. The two local clocks then part;
 * neither says which one is right, so the server is asked.
 */
function askServerAfterSleep(): void {
  const offset = Date.now() - performance.now();
  if (Math.abs(offset - machineOffset) < noticeable) return;
  machineOffset = offset;
  fetch('/healthz', { cache: 'no-store' }).then(
    (answer) => learnServerTime(answer.headers.get('x-server-time')),
    () => undefined,
  );
}

/** The server's time, renewed every so often, when the page is looked at again, and when the server corrects it. */
export function useNow(everyMs: number): Date {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const show = () => setTime(now());
    const tick = () => {
      askServerAfterSleep();
      show();
    };
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    listeners.add(show);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      listeners.delete(show);
    };
  }, [everyMs]);
  return time;
}
