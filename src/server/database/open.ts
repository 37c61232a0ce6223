import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../settings.ts';
import { connect, type Database } from './connect.ts';
import { claimInstallation, refuseOtherInstallation } from './installation.ts';
import { migrate } from './migrate.ts';
import { refuseSharedSessions } from './own-sessions.ts';

/** Checks that the portal can use this database before changing anything in it. */
export async function openDatabase(
  { databaseUrl, databasePoolSize, mode }: Settings,
  clock: Clock,
  onLostConnection: (error: Error) => void,
): Promise<Database> {
  await refuseSharedSessions(databaseUrl);
  await refuseOtherInstallation(databaseUrl, mode);
  await migrate(databaseUrl);
  const database = connect(databaseUrl, { poolSize: databasePoolSize, onLostConnection });
  // In the demo, `npm start` claims the database when it creates the people.
  if (mode === 'production') await claimInstallation(database, mode, clock.now());
  return database;
}
