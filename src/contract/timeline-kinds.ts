/** What the timeline of a person can be filtered by, in the order in which the page offers it. */
export const TIMELINE_KINDS = {
  classes: 'Classes',
  attendance: 'Attendance',
  messages: 'Messages',
  consent: 'Consent',
  retreats: 'Retreats',
  'sign-in': 'Sign-in',
  edits: 'Edits',
  planned: 'Planned',
  views: 'Who looked',
} as const;

export type TimelineKind = keyof typeof TIMELINE_KINDS;
