import { randomBytes } from 'node:crypto';
import type { ZoomContext } from './context.ts';
import type { Meeting, Registrant } from './store.ts';

export type Guest = Pick<Registrant, 'email' | 'first_name' | 'last_name'>;

/** An address that is registered already gets the registration it has; a cancelled one a new one. */
export function addRegistrant(
  { store, clock }: Pick<ZoomContext, 'store' | 'clock'>,
  meeting: Meeting,
  guest: Guest,
): Registrant {
  const existing = meeting.registrants.find(
    ({ email, status }) =>
      status === 'approved' && email.toLowerCase() === guest.email.toLowerCase(),
  );
  if (existing) return existing;
  const registrant: Registrant = {
    ...guest,
    id: randomBytes(16).toString('base64url'),
    status: 'approved',
    create_time: `${clock.now().toISOString().slice(0, 19)}Z`,
    tk: randomBytes(24).toString('base64url'),
  };
  store.save({ ...meeting, registrants: [...meeting.registrants, registrant] });
  return registrant;
}
