import { randomBytes } from 'node:crypto';
import type { ZoomContext } from './context.ts';
import { ZoomError } from './refusal.ts';
import type { Meeting, Registrant } from './store.ts';

export type Guest = Pick<Registrant, 'email' | 'first_name' | 'last_name'>;

/**
 * An address that is registered already gets the registration it has. One that was canceled or denied is refused: Zoom's
 * description does not mention this, so the code and the words are ours.
 */
export function addRegistrant(
  { store, clock }: Pick<ZoomContext, 'store' | 'clock'>,
  meeting: Meeting,
  guest: Guest,
): Registrant {
  const existing = meeting.registrants.find(
    ({ email }) => email.toLowerCase() === guest.email.toLowerCase(),
  );
  if (existing?.status === 'approved') return existing;
  if (existing) throw new ZoomError(400, 3000, 'This registrant has been denied.');
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
