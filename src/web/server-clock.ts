import { useEffect, useState } from 'react';

/**
 * The last server time that was received, and performance.now() at that moment. Unlike Date, performance.now() does
 * not jump when somebody sets the clock of the machine.
 */
let reading = { serverMs: Date.now(), takenAt: performance.now() };
let machineOffset = Date.now() - performance.now();

const toleranceMs = 1_000;
const listeners = new Set<() => void>();

export function now(): Date {
  return new Date(reading.serverMs + performance.now() - reading.takenAt);
}

/** From the `now` of the page or the `x-server-time` header of a response; one that is absent or invalid is ignored. */
export function setServerTime(iso: string | null, takenAt = performance.now()): void {
  const serverMs = Date.parse(iso ?? '');
  if (Number.isNaN(serverMs)) return;
  const before = now().getTime();
  reading = { serverMs, takenAt };
  machineOffset = Date.now() - performance.now();
  if (Math.abs(now().getTime() - before) < toleranceMs) return;
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
 * On some systems performance.now() stands still while a laptop sleeps. Date and performance.now() then differ by
 * another amount than before, and the time is fetched from the server.
 */
export async function resyncAfterSleep(): Promise<void> {
  const offset = Date.now() - performance.now();
  if (Math.abs(offset - machineOffset) < toleranceMs) return;
  machineOffset = offset;
  try {
    const response = await fetch('/healthz', { cache: 'no-store' });
    setServerTime(response.headers.get('x-server-time'));
  } catch {
    // Without a connection the time goes on as before.
  }
}

/** The server's time, updated at an interval, when the page becomes visible, and when the server corrects it. */
export function useNow(everyMs: number): Date {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const show = () => setTime(now());
    const tick = () => {
      resyncAfterSleep();
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
