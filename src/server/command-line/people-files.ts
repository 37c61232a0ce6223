import { readFile } from 'node:fs/promises';
import type { ImportResult } from '../../contract/people.ts';
import { EXPORTED_LISTS } from '../../contract/words.ts';
import { exportList, importPeople } from '../people/index.ts';
import { commandLineActor } from '../platform/audit.ts';
import { type Command, Refused, WrongInput } from './command.ts';

const options = ['--alumni', '--welcome', '--apply'];

export const importPeopleFile: Command = {
  usage: 'FILE [--alumni] [--welcome] [--apply]',
  about: [
    'Reads students, or alumni, from a CSV file and says row by row what would be done.',
    'With --apply it is done, for all rows or, where one has a problem, for none.',
    'With --welcome everybody who is added gets the welcome mail, 30 a minute.',
  ],

  read(typed) {
    const files = typed.filter((word) => !word.startsWith('--'));
    const unknown = typed.find((word) => word.startsWith('--') && !options.includes(word));
    if (unknown) throw new WrongInput(`import-people has no option ${unknown}.`);
    const [file, another] = files;
    if (!file || another) throw new WrongInput('import-people takes one file.');
    const apply = typed.includes('--apply');
    return async (services, say) => {
      const csv = (await readFile(file)).toString('utf8');
      const result = await importPeople(services, commandLineActor, {
        csv,
        role: typed.includes('--alumni') ? 'alumni' : 'student',
        sendWelcome: typed.includes('--welcome'),
        apply,
      });
      sayRows(result, say);
      const { add, unchanged, problem } = result.totals;
      say(`${add} to add, ${unchanged} unchanged, ${problem} with problems.`);
      if (problem > 0) throw new Refused('Nothing was changed: please correct these rows first.');
      say(apply ? 'All of it was done.' : 'Nothing was changed. Add --apply to do it.');
    };
  },
};

function sayRows({ rows }: ImportResult, say: (line: string) => void) {
  for (const { line, email, name, outcome, problems, summary } of rows) {
    say(`line ${line}  ${outcome}  ${[name, email, summary].filter(Boolean).join(', ')}`);
    for (const problem of problems) say(`  ${problem}`);
  }
}

export const exportPeopleFile: Command = {
  usage: 'students | alumni | classes',
  about: ['Writes a list as CSV: npm run --silent portal -- export-people students > students.csv'],

  read(typed) {
    const [what] = typed;
    const list = EXPORTED_LISTS.find((one) => one === what);
    if (!list || typed.length !== 1) {
      throw new WrongInput(`export-people takes one of ${EXPORTED_LISTS.join(', ')}.`);
    }
    return async (services, say) => {
      for await (const page of await exportList(services, commandLineActor, list)) {
        // What is said ends with a line break of its own.
        say(page.replace(/\n$/, ''));
      }
    };
  },
};
