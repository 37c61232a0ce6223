import { openDatabase } from '../database/open.ts';
import { describeDomainError } from '../http/domain-errors.ts';
import { openQueue } from '../jobs/queue.ts';
import { readBuild } from '../platform/build-info.ts';
import { clockMovedBy, machineClock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { createLog, originOf } from '../platform/log.ts';
import type { Services } from '../platform/services.ts';
import { readWorkingSettings } from '../platform/settings.ts';
import { check } from './check.ts';
import { type Command, WrongInput } from './command.ts';
import { databaseCommands } from './database.ts';
import { listFailed, retryFailed } from './failed-jobs.ts';
import { addAdmin, erasePerson, exportPeopleFile, importPeopleFile } from './people.ts';
import { endAllSessions, rotateLinkKey } from './revoke.ts';

const commands = new Map<string, Command>([
  ['add-admin', addAdmin],
  ['check', check],
  ['import-people', importPeopleFile],
  ['export-people', exportPeopleFile],
  ['erase-person', erasePerson],
  ['list-failed', listFailed],
  ['retry-failed', retryFailed],
  ['rotate-link-key', rotateLinkKey],
  ['end-all-sessions', endAllSessions],
]);

interface Terminal {
  environment: Record<string, string | undefined>;
  say(line: string): void;
  complain(line: string): void;
}

/** Returns the exit code: 0 on success, 1 on failure, 2 for invalid arguments. */
export async function runCommandLine(typed: string[], terminal: Terminal): Promise<number> {
  const { environment, say, complain } = terminal;
  const [name = '--help', ...rest] = typed;
  if (typed.some((word) => word === '--help' || word === '-h') || typed.length === 0) {
    say(help());
    return 0;
  }
  try {
    const actOnDatabase = databaseCommands.get(name)?.read(rest);
    if (actOnDatabase) {
      await actOnDatabase(await readWorkingSettings(environment), say);
      return 0;
    }
    const command = commands.get(name);
    if (!command) throw new WrongInput(`There is no command ${name}.`);
    const act = command.read(rest);
    await withServices(environment, (services) => act(services, say));
    return 0;
  } catch (error) {
    complain(explain(error));
    if (!(error instanceof WrongInput)) return 1;
    complain('portal --help shows all commands and their arguments.');
    return 2;
  }
}

function help(): string {
  const described = [...commands, ...databaseCommands].flatMap(([name, { usage, about }]) => [
    `  ${name} ${usage}`.trimEnd(),
    ...about.map((line) => `      ${line}`),
    '',
  ]);
  return [
    `Course portal ${readBuild().version}`,
    '',
    'Works on the portal’s database. Needs the same environment variables as a node.',
    '',
    '  sudo portal COMMAND …         on a server',
    '  npm run portal -- COMMAND …   in the project folder',
    '',
    ...described,
    'The audit log attributes these changes to "command line".',
  ].join('\n');
}

async function withServices(
  environment: Terminal['environment'],
  act: (services: Services) => Promise<void>,
): Promise<void> {
  const settings = await readWorkingSettings(environment);
  const clock = settings.clockFile ? clockMovedBy(settings.clockFile) : machineClock;
  const database = await openDatabase(settings, clock, () => {});
  try {
    const queue = await openQueue(settings.databaseUrl, createLog('silent'));
    try {
      await act({ settings, database, clock, queue });
    } finally {
      await queue.stop();
    }
  } finally {
    await database.$client.end();
  }
}

function explain(error: unknown): string {
  if (error instanceof DomainError) return describeDomainError(error).message;
  return originOf(error as Error).message;
}
