/**
 * Above these limits a comparison with the provider changes nothing and leaves it to an admin: the answer may be
 * complete and still wrong, because of another account's key, a fault of the provider, or somebody's mistake there.
 */
const limits = {
  registrants: { max: 3, oneIn: 3 },
  meetings: { max: 5, oneIn: Number.POSITIVE_INFINITY },
};

/** `known` is how many of them we have: own links of one class, or meetings of upcoming classes. */
export function isTooMuchLost(what: keyof typeof limits, gone: number, known: number): boolean {
  const { max, oneIn } = limits[what];
  return gone > max && gone * oneIn > known;
}

export function describeLostRegistrants(gone: number, known: number): string {
  return `Zoom says that ${gone} of ${known} registrants are gone. Nothing was changed; look at the meeting in Zoom, then press Retry to register whoever is gone again.`;
}

/** Retry then accepts what Zoom says, as nothing else does. */
export function isAboutLostRegistrants(problem: string | null): boolean {
  return /^Zoom says that \d+ of \d+ registrants are gone\./.test(problem ?? '');
}

export function describeLostMeetings(gone: number, known: number): string {
  return `Zoom says that ${gone} of ${known} meetings are gone, this one among them. Nothing was changed; look into Zoom, then press Retry to have it made anew if it is gone.`;
}
