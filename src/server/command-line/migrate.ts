import { migrate, migrateBackTo, planMigrations } from '../database/migrate.ts';
import type { Settings } from '../settings.ts';
import { type Command, WrongInput } from './command.ts';

export const migrateTables: Command<Settings> = {
  usage: '[--plan | --to MIGRATION]',
  about: [
    'Migrates the database, as a node does when it starts. --plan only says what would happen, what has to wait for it,',
    'and whether you can go back. --to takes back all migrations after MIGRATION.',
  ],

  read(typed) {
    const [option = '', name = ''] = typed;
    if (typed.length !== { '': 0, '--plan': 1, '--to': 2 }[option]) {
      throw new WrongInput('migrate takes nothing, --plan, or --to and the name of a migration.');
    }
    return async ({ databaseUrl }, say) => {
      if (option === '--to') {
        const undone = await migrateBackTo(databaseUrl, name);
        return say(`Took back ${undone.join(', ') || 'nothing'}. The database is at ${name}.`);
      }
      const plan = option ? await planMigrations(databaseUrl) : [];
      for (const { name: pending, locks, keepsOldNodes, down } of plan) {
        say(`${pending}: ${locks.join(', ') || 'blocks nothing'}`);
        say(`  ${keepsOldNodes ? 'Old nodes can keep running.' : 'Stop all old nodes first.'}`);
        say(`  ${down ? 'You can go back with migrate --to.' : 'To go back, restore a backup.'}`);
      }
      if (!option) await migrate(databaseUrl);
      if (plan.length === 0) say('The database has all migrations of this version.');
    };
  },
};
