import { readInstallation, WrongInstallation } from '../server/database/installation.ts';
import { accounts } from './accounts.ts';
import { alumni, contactsOf, students, teachers } from './other-people.ts';

/** Settings of a real portal, exported in the shell in which somebody types `npm start`. */
export function refuseProductionMode({ PORTAL_MODE: mode }: NodeJS.ProcessEnv): void {
  if (mode !== 'production') return;
  throw new Error(
    'PORTAL_MODE is production, and npm start runs the demo. A real portal is started by npm run start:node, or node dist/server.js; for the demo, unset PORTAL_MODE.',
  );
}

/** Only reads: the demo writes nothing, not even tables, into a database that is not its own. */
export async function refuseRealDatabase(databaseUrl: string): Promise<void> {
  const { kind, emails } = await readInstallation(databaseUrl);
  if (kind === 'production') throw new WrongInstallation(kind);
  if (kind === 'demo' || emails.every((email) => demoEmails.has(email))) return;
  throw new Error(
    'The database holds people who are not the demo’s, so the demo is not put into it. Set DATABASE_URL to another database, or leave it out: the demo then brings its own. If this is a demo of an earlier version, delete .data to start afresh.',
  );
}

const demoEmails = new Set<string>(
  [...accounts, ...[...teachers, ...students, ...alumni].map(contactsOf)].map(({ email }) => email),
);
