import { makeBackup, restoreBackup, verifyBackup } from '../operations/index.ts';
import { machineClock } from '../platform/clock.ts';
import type { Settings } from '../settings.ts';
import { type Command, WrongInput } from './command.ts';

export const backup: Command<Settings> = {
  usage: '',
  about: ['Backs up the database to BACKUP_DIR, deletes old backups, and runs BACKUP_COMMAND.'],

  read(typed) {
    if (typed.length > 0) throw new WrongInput('backup takes no arguments.');
    return async (settings, say) => {
      const { file, bytes } = await makeBackup(settings, machineClock.now());
      say(`Made ${file} (${bytes} bytes).`);
    };
  },
};

export const restore: Command<Settings> = {
  usage: '[FILE] --verify | FILE --into-empty',
  about: [
    'With --verify, restores a backup, by default the newest, into a scratch database on the same server, checks it, and',
    'drops it. With --into-empty, restores it into the database at DATABASE_URL, which must be empty.',
  ],

  read(typed) {
    const file = typed.find((word) => !word.startsWith('--'));
    const how = typed.filter((word) => word !== file).join(' ');
    if (how !== '--verify' && !(how === '--into-empty' && file)) {
      throw new WrongInput('restore needs --verify, or the file of a backup and --into-empty.');
    }
    return async (settings, say) => {
      const restored = await (how === '--verify' ? verifyBackup : restoreBackup)(settings, file);
      say(`Restored all rows of ${restored.file}, and migrated and checked them.`);
    };
  },
};
