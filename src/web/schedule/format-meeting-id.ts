/** '812 3456 7890', as Zoom itself shows it: so it is read and typed without losing one's place. */
export function formatMeetingId(meetingId: string): string {
  const groups = /^(\d{3})(\d{3,4}?)(\d{3,4})$/.exec(meetingId);
  return groups ? groups.slice(1).join(' ') : meetingId;
}
