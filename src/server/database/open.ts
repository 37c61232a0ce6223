import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { connect, type Database } from './connect.ts';
import { claimInstallation, refuseOtherInstallation } from './installation.ts';
import { migrate } from './migrate.ts';
import { refuseSharedSessions } from './own-sessions.ts';

export async function openDatabase(
  { databaseUrl, databasePoolSize, mode }: Settings,
  clock: Clock,
  warn: (message: string, error?: Error) => void,
): Promise<Database> {
  const onLostConnection = (error: Error) => warn('a database connection was lost', error);
  await refuseSharedSessions(databaseUrl);
  await refuseOtherInstallation(databaseUrl, mode);
  const newer = await migrate(databaseUrl);
  if (newer.length > 0)
    warn(`the database is newer than this node, but this node can run with ${newer}`);
  const database = connect(databaseUrl, { poolSize: databasePoolSize, onLostConnection });
  // In the demo, `npm start` claims the database when it creates the people.
  if (mode === 'production') await claimInstallation(database, mode, clock.now());
  return database;
}
