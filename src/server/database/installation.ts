import { readIfExists, withClient } from './client.ts';
import type { Reader } from './connect.ts';
import { installation } from './schema.ts';

export type InstallationKind = (typeof installation.$inferSelect)['kind'];

export class WrongInstallation extends Error {
  constructor(found: InstallationKind) {
    super(
      found === 'demo'
        ? 'The database at DATABASE_URL was filled by the demo (npm start), so a real portal can’t use it. Set DATABASE_URL to another database.'
        : 'The database at DATABASE_URL belongs to a real portal, so the demo can’t use it. Set DATABASE_URL to another database, or leave it out to use the demo’s own.',
    );
  }
}

interface Facts {
  kind: InstallationKind | null;
  /** In lowercase. */
  emails: string[];
}

/** This runs before the migrations, so the tables may not exist yet. */
export function readInstallation(url: string): Promise<Facts> {
  return withClient(url, async (client) => {
    const marks = await readIfExists(client, 'installation', 'select kind from installation');
    const people = await readIfExists(client, 'people', 'select lower(email) as email from people');
    return { kind: marks[0]?.kind ?? null, emails: people.map(({ email }) => email) };
  });
}

export async function refuseOtherInstallation(url: string, kind: InstallationKind): Promise<void> {
  const { kind: found } = await readInstallation(url);
  if (found && found !== kind) throw new WrongInstallation(found);
}

export async function claimInstallation(database: Reader, kind: InstallationKind, now: Date) {
  await database.insert(installation).values({ kind, createdAt: now }).onConflictDoNothing();
  const [found] = await database.select({ kind: installation.kind }).from(installation);
  if (found && found.kind !== kind) throw new WrongInstallation(found.kind);
}
