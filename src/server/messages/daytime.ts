import { afterQuietHours } from '../../course/reminders.ts';
import { TryLater } from '../jobs/outcomes.ts';

const maxDelaySeconds = 15 * 60;

/**
 * No text wakes anybody up, unless it would be of no use by the morning. In short delays, since the demo's clock can
 * be moved.
 */
export function waitForDaytime(now: Date, usefulUntil: Date): void {
  const daytime = afterQuietHours(now);
  if (daytime <= now || daytime >= usefulUntil) return;
  const seconds = (daytime.getTime() - now.getTime()) / 1000;
  throw new TryLater(Math.min(seconds, maxDelaySeconds), 'It is night.');
}
