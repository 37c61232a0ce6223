import type { AdminClass } from '../../contract/admin-classes.ts';

/** Where people register for a class's meeting. Zoom leads from the meeting's own address there, too. */
export function registrationPageOf({
  zoomRegistrationUrl,
  zoomMeetingId,
}: AdminClass): string | null {
  if (zoomRegistrationUrl) return zoomRegistrationUrl;
  return zoomMeetingId && `https://zoom.us/j/${encodeURIComponent(zoomMeetingId)}`;
}
