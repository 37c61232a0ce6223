import { makeBackup, restoreBackup, verifyBackup } from '../operations/index.ts';
import { machineClock } from '../platform/clock.ts';
import { type DatabaseCommand, WrongInput } from './command.ts';

const countAll = (tables: Record<string, number>) =>
  Object.values(tables).reduce((sum, count) => sum + count, 0);

export const backup: DatabaseCommand = {
  usage: '',
  about: [
    'Backs up the database to a new file in BACKUP_DIR, with a manifest beside it, and deletes old backups.',
    'Uses PostgreSQL’s pg_dump, and then runs BACKUP_COMMAND, if you set one, to copy the file elsewhere.',
  ],

  readForDatabase(typed) {
    if (typed.length > 0) throw new WrongInput('backup takes no arguments.');
    return async (settings, say) => {
      const { file, bytes, tables } = await makeBackup(settings, machineClock.now());
      say(`Backed up ${countAll(tables)} rows to ${file} (${bytes} bytes).`);
    };
  },
};

export const restore: DatabaseCommand = {
  usage: '[FILE] --verify | FILE --into-empty',
  about: [
    'With --verify, restores a backup (the newest, if you name none) into a scratch database on the same server, checks',
    'it, and drops it again. With --into-empty, restores it into the database at DATABASE_URL, which must be empty.',
  ],

  readForDatabase(typed) {
    const [how, ...others] = typed.filter((word) => word.startsWith('--'));
    const [file, ...more] = typed.filter((word) => !word.startsWith('--'));
    const isVerify = how === '--verify';
    if (others.length + more.length > 0 || (!isVerify && (how !== '--into-empty' || !file))) {
      throw new WrongInput('restore needs --verify, or the file of a backup and --into-empty.');
    }
    return async (settings, say) => {
      const restored = isVerify
        ? await verifyBackup(settings, file)
        : await restoreBackup(settings, file ?? '');
      const rows = countAll(restored.tables);
      say(`Restored all ${rows} rows of ${restored.file}, and migrated and checked the database.`);
      say(isVerify ? 'The scratch database is gone again.' : 'You can start the nodes now.');
    };
  },
};
