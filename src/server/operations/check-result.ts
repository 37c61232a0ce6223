import type { Check } from '../../contract/operations.ts';
import type { ForwardingWatch } from '../http/proxy-warning.ts';
import type { Clock } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';

export interface CheckServices
  extends Pick<Services, 'settings' | 'database' | 'clock' | 'mailer' | 'meetings' | 'texts'> {
  /** What this node has seen of proxies in front; null where no requests are served. */
  forwarding: ForwardingWatch | null;
  /** The clock of the machine: the portal's own can be moved in the demo. */
  machine?: Clock;
}

export type CheckContext = Required<CheckServices>;

export type CheckResult = Pick<Check, 'state' | 'sentence'>;

export const ok = (sentence: string): CheckResult => ({ state: 'ok', sentence });
export const warning = (sentence: string): CheckResult => ({ state: 'warning', sentence });
export const problem = (sentence: string): CheckResult => ({ state: 'problem', sentence });
