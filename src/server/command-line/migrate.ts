import { migrate, migrateBackTo, planMigrations } from '../database/migrate.ts';
import { type Migration, readMigrations } from '../database/migration-files.ts';
import { listLocks } from '../database/migration-locks.ts';
import { type DatabaseCommand, WrongInput } from './command.ts';

export const migrateTables: DatabaseCommand = {
  usage: '[--plan | --to MIGRATION]',
  about: [
    'Migrates the database, as a node does when it starts. With --plan, changes nothing and says what would happen:',
    'which statements make others wait, whether nodes of the previous version can keep running, and whether you can',
    'go back. With --to, takes back all migrations after MIGRATION.',
  ],

  readForDatabase(typed) {
    const [option, name, ...others] = typed;
    const isBack = option === '--to' && name !== undefined && others.length === 0;
    if (typed.length > 0 && !isBack && (option !== '--plan' || name)) {
      throw new WrongInput('migrate takes nothing, --plan, or --to and the name of a migration.');
    }
    return async ({ databaseUrl }, say) => {
      if (isBack) {
        for (const undone of await migrateBackTo(databaseUrl, name)) say(`Undone: ${undone.name}`);
        return say(`The database is at ${name}.`);
      }
      const pending = await planMigrations(databaseUrl);
      if (option === '--plan') for (const line of pending.flatMap(describe)) say(line);
      else await migrate(databaseUrl);
      const newest = readMigrations().at(-1)?.name;
      const isDone = option !== '--plan' || pending.length === 0;
      say(isDone ? `The database has all migrations up to ${newest}.` : 'Nothing was changed.');
    };
  },
};

const longestStatement = 100;

function describe({ name, oldNodes, down, statements }: Migration): string[] {
  const locks = listLocks(statements).map(
    ({ statement, effect }) => `  ${effect}: ${statement.slice(0, longestStatement)}`,
  );
  return [
    name,
    ...(locks.length > 0 ? locks : ['  makes no one wait']),
    oldNodes === 'keep running'
      ? '  Nodes of the previous version can keep running.'
      : '  Stop all nodes of the previous version first.',
    down === null
      ? '  To go back, restore a backup.'
      : '  You can go back with migrate --to and the migration before this one.',
  ];
}
