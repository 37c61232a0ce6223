import { useEffect, useRef, useState } from 'react';

/** Unlike Date, performance.now() doesn't jump when the system clock is changed. */
let reading = { serverMs: Date.now(), takenAt: performance.now() };
let machineOffset = Date.now() - performance.now();

const toleranceMs = 1_000;
const listeners = new Set<() => void>();

let isStopped = false;

export function now(): Date {
  return new Date(reading.serverMs + (isStopped ? 0 : performance.now() - reading.takenAt));
}

/** The clock stops while the server renders a page and while React hydrates it, so that both show the same time. */
export function stopClock(isNowStopped: boolean): void {
  isStopped = isNowStopped;
  for (const listener of listeners) listener();
}

export function setServerTime(iso: string | null, takenAt = performance.now()): void {
  const serverMs = Date.parse(iso ?? '');
  if (Number.isNaN(serverMs)) return;
  const before = now().getTime();
  reading = { serverMs, takenAt };
  machineOffset = Date.now() - performance.now();
  if (Math.abs(now().getTime() - before) < toleranceMs) return;
  for (const listener of listeners) listener();
}

/** Returns when the page's first byte arrived. That is closer to `site.now` than the time when this script runs. */
export function pageSentAt(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming
    ? navigation.responseStart
    : performance.now();
}

/** Gets the server's time again after sleep, because performance.now() stops during sleep on some systems. */
export async function resyncAfterSleep(): Promise<void> {
  const offset = Date.now() - performance.now();
  if (Math.abs(offset - machineOffset) < toleranceMs) return;
  machineOffset = offset;
  try {
    const response = await fetch('/healthz', { cache: 'no-store' });
    setServerTime(response.headers.get('x-server-time'));
  } catch {
    // The user is probably offline, so keep the last known time.
  }
}

export function useNow(everyMs = 10_000): Date {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const update = () => setTime(now());
    const tick = () => {
      resyncAfterSleep();
      update();
    };
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    listeners.add(update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
      listeners.delete(update);
    };
  }, [everyMs]);
  return time;
}

export function useOnChange(number: number, act: () => void): void {
  const last = useRef(number);
  useEffect(() => {
    if (last.current === number) return;
    last.current = number;
    act();
  }, [number, act]);
}
