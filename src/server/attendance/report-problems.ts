import type { MeetingsProblem } from '../integrations/meetings/port.ts';

const meanwhile = 'Until then attendance goes by who was seen joining and leaving.';

/** What the provider said about a report, and what to do about it, for whoever runs the classes. */
export function describeReportProblem({ kind, message }: MeetingsProblem): string {
  const said = message.replace(/\.?$/, '.');
  if (kind === 'operator') {
    return `Zoom does not give out who came: ${said} Reports need a plan of Pro or higher and the scope report:read:admin. Ask whoever runs the Zoom account, then press Retry. ${meanwhile}`;
  }
  if (kind === 'refused') {
    return `Zoom refused to say who came: ${said} It is asked again every night for a week, or now with Retry. ${meanwhile}`;
  }
  return `Zoom could not say who came: ${said} It is asked again by itself. ${meanwhile}`;
}
