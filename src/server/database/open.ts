import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../settings.ts';
import { connect, type Database } from './connect.ts';
import { claimInstallation, refuseOtherInstallation } from './installation.ts';
import { migrate } from './migrate.ts';
import { refuseSharedSessions } from './own-sessions.ts';

/** The portal's database with every migration. One that belongs to an installation of the other kind is left as it is. */
export async function openDatabase(
  { databaseUrl, databasePoolSize, mode }: Settings,
  clock: Clock,
  onLostConnection: (error: Error) => void,
): Promise<Database> {
  await refuseSharedSessions(databaseUrl);
  await refuseOtherInstallation(databaseUrl, mode);
  await migrate(databaseUrl);
  const database = connect(databaseUrl, { poolSize: databasePoolSize, onLostConnection });
  // A demo's mark is written together with its people, by `npm start`.
  if (mode === 'production') await claimInstallation(database, mode, clock.now());
  return database;
}
