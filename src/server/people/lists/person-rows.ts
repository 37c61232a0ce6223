import { sql } from 'drizzle-orm';
import type { AlumniRow } from '../../../contract/people.ts';
import { findLoginLinks, type LinkViewer } from '../../accounts/index.ts';
import type { Database } from '../../database/connect.ts';
import { people } from '../../database/schema.ts';
import { findTextRefusals } from '../../messages/index.ts';
import { findProblems, findUndeliveredTexts } from '../../messages/undelivered.ts';

/** What the lists of students and of alumni read of a person. */
export const personColumns = {
  id: people.id,
  startDate: people.startDate,
  email: people.email,
  firstName: people.firstName,
  lastName: people.lastName,
  phone: people.textPhone,
  textConsent: people.textConsent,
  hasSignedIn: sql<boolean>`${people.lastSignInAt} is not null`,
  version: people.version,
  staffLinkCount: people.staffLinkCount,
};

type Found = Omit<AlumniRow, 'textRefusal' | 'loginLink' | 'messageProblem' | 'textProblem'> & {
  staffLinkCount: number;
};

/** Adds the login link and what could not be sent, and leaves out what no row shows. */
export async function describePeople(
  database: Database,
  viewer: LinkViewer,
  found: Found[],
): Promise<AlumniRow[]> {
  const ids = found.map(({ id }) => id);
  const [links, problems, undelivered, refusals] = await Promise.all([
    findLoginLinks(database, viewer, found),
    findProblems(database, ids),
    findUndeliveredTexts(database, ids, viewer.now),
    findTextRefusals(database, ids),
  ]);
  return found.map(({ staffLinkCount, ...row }) => ({
    ...row,
    textRefusal: refusals.get(row.id) ?? null,
    loginLink: links.get(row.id) ?? null,
    messageProblem: problems.get(row.id) ?? null,
    textProblem: undelivered.get(row.id) ?? null,
  }));
}
