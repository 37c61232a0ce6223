import { migrate, migrateBackTo, planMigrations } from '../database/migrate.ts';
import { makeBackup, restoreBackup, verifyBackup } from '../operations/index.ts';
import { machineClock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { type Command, WrongInput } from './command.ts';

const backup: Command<Settings> = {
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

const restore: Command<Settings> = {
  usage: '[FILE] --verify | FILE --into-empty',
  about: [
    'With --verify, restores a backup (the newest by default) into a scratch database on the same server, checks it, and',
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
      say(`Restored all rows from ${restored.file}, then migrated and checked them.`);
    };
  },
};

const migrateTables: Command<Settings> = {
  usage: '[--plan | --to MIGRATION]',
  about: [
    'Migrates the database, as a node does when it starts. --plan only says what would happen, what that would block,',
    'and whether you can go back. --to reverts all migrations after MIGRATION.',
  ],

  read(typed) {
    const [option = '', name = ''] = typed;
    if (typed.length !== { '': 0, '--plan': 1, '--to': 2 }[option]) {
      throw new WrongInput(
        'migrate takes no arguments, --plan, or --to and the name of a migration.',
      );
    }
    return async ({ databaseUrl }, say) => {
      const undone = option === '--to' ? await migrateBackTo(databaseUrl, name) : [];
      for (const migration of undone) say(`Reverted ${migration}.`);
      const plan = option === '--plan' ? await planMigrations(databaseUrl) : [];
      for (const { name: pending, locks, keepsOldNodes, down } of plan) {
        say(`${pending}: ${locks.join(', ') || 'blocks nothing'}`);
        say(`  ${keepsOldNodes ? 'Old nodes can keep running.' : 'Stop all old nodes first.'}`);
        say(`  ${down ? 'You can go back with migrate --to.' : 'To go back, restore a backup.'}`);
      }
      if (option === '') await migrate(databaseUrl);
      say(plan.length > 0 ? 'Nothing was changed.' : 'The database is up to date.');
    };
  },
};

/** Commands for a database that may be empty or not migrated yet. */
export const databaseCommands = new Map(
  Object.entries({ backup, restore, migrate: migrateTables }),
);
