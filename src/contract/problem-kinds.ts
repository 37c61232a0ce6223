/** In the order in which the page shows them: first what concerns everybody. */
export const PROBLEM_KINDS = [
  'holds',
  'failing-channels',
  'late-jobs',
  'overlaps',
  'meetings',
  'seats',
  'not-held',
  'attendance',
  'mails',
  'texts',
  'undelivered-texts',
  'wishes',
  'retreats',
  'webhooks',
  'jobs',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** How many of each kind stand on the page of all kinds, and on a page of one kind. */
export const SHOWN_PROBLEMS = { ofEach: 5, onPage: 20 };
