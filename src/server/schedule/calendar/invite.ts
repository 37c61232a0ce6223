import type { CalendarAttachment } from '../../integrations/mail/port.ts';
import type { Services } from '../../platform/services.ts';
import { type CalendarEntry, writeInvitation } from './class-calendar.ts';
import { findCalendarDomain } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;
type Attendee = Parameters<typeof writeInvitation>[2];

/** Invitations to classes, or cancellations of those that were cancelled, for a mail to their student. */
export async function inviteTo(
  services: Deps,
  entries: CalendarEntry[],
  attendee: Attendee,
): Promise<CalendarAttachment[]> {
  const { clock, settings } = services;
  const context = { settings, domain: await findCalendarDomain(services), now: clock.now() };
  return entries.map((entry) => writeInvitation(context, entry, attendee));
}
