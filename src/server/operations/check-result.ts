import type { Resolver } from 'node:dns/promises';
import type { Check } from '../../contract/operations.ts';
import type { ForwardingWatch } from '../http/proxy-warning.ts';
import type { Clock } from '../platform/clock.ts';
import type { VendorServices } from '../platform/services.ts';

export interface CheckServices extends VendorServices {
  /** Missing in a process that doesn't serve requests, such as the command line. */
  forwarding?: ForwardingWatch | null;
  /** The machine's own clock. Unlike the portal's, it can't be moved in the demo. */
  machine?: Clock;
  dns?: Pick<Resolver, 'resolve4' | 'resolveMx' | 'resolveTxt' | 'reverse'>;
  findSpace?(path: string): Promise<Record<'bavail' | 'blocks' | 'bsize', number>>;
}

export type CheckContext = Required<CheckServices>;

export type CheckResult = Pick<Check, 'state' | 'sentence' | 'link'>;

export const ok = (sentence: string): CheckResult => ({ state: 'ok', sentence });
export const warning = (sentence: string): CheckResult => ({ state: 'warning', sentence });
export const problem = (sentence: string): CheckResult => ({ state: 'problem', sentence });
