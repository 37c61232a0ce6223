import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { email, personName } from '../../contract/fields.ts';
import type { ImportResult } from '../../contract/people.ts';
import { EXPORTED_LISTS } from '../../contract/words.ts';
import { fullName } from '../../course/full-name.ts';
import {
  addAdmin as add,
  erasePerson as erase,
  exportList,
  findByEmail,
  importPeople,
} from '../people/index.ts';
import { commandLineActor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { type Command, Refused, showTime, WrongInput } from './command.ts';

const input = z.object({
  email: email('EMAIL is not a valid email address.'),
  firstName: personName('FIRST, the first name, is empty.'),
  lastName: personName('LAST, the last name, is empty.'),
});

export const addAdmin: Command = {
  usage: 'EMAIL FIRST LAST',
  about: [
    'Adds an admin and prints a login link that works once and expires in 24 hours.',
    'Works without an email server. Put names with spaces in quotes.',
    'Never changes an existing account.',
  ],

  read(typed) {
    if (typed.length !== 3) {
      throw new WrongInput('add-admin needs an email address, a first name and a last name.');
    }
    const [address, firstName, lastName] = typed;
    const { data, error } = input.safeParse({ email: address, firstName, lastName });
    if (!data) throw new WrongInput(String(error.issues[0]?.message));
    return async (services, say) => {
      const { link, expiresAt } = await add(services, data).catch((problem) => {
        if (problem instanceof DomainError && problem.name === 'email-in-use') {
          throw new Refused(
            `${data.email} already has an account. Nothing was changed. Please use another email address.`,
          );
        }
        throw problem;
      });
      say(`${fullName(data)} (${data.email}) is now an admin.`);
      say(
        `Give this login link only to them. It works once and expires at ${showTime(expiresAt)}:`,
      );
      say(link);
    };
  },
};

export const erasePerson: Command = {
  usage: 'EMAIL --yes',
  about: [
    'Erases all of a person’s data, as the privacy policy promises. This can’t be undone.',
    'Attendance totals don’t change. Staff members must be deactivated first.',
  ],

  read(typed) {
    const [address = '', confirmation, more] = typed;
    if (address === '' || address.startsWith('--') || more !== undefined) {
      throw new WrongInput('erase-person needs an email address and --yes.');
    }
    if (confirmation !== '--yes') {
      throw new WrongInput('erase-person can’t be undone. Add --yes if you’re sure.');
    }
    return async (services, say) => {
      const id = await findByEmail(services.database, address);
      if (id === null) throw new Refused(`No one here has the email address ${address}.`);
      await erase(services, commandLineActor, id, address);
      say(`${address} was erased. Zoom and the retreat site still have the data they collected.`);
    };
  },
};

const options = ['--alumni', '--welcome', '--apply'];

export const importPeopleFile: Command = {
  usage: 'FILE [--alumni] [--welcome] [--apply]',
  about: [
    'Reads students or alumni from a CSV file and shows what the import would do with each row.',
    '--apply imports all rows, or none if any row has a problem.',
    '--welcome sends a welcome email to everyone who is added, 30 a minute.',
  ],

  read(typed) {
    const files = typed.filter((word) => !word.startsWith('--'));
    const unknown = typed.find((word) => word.startsWith('--') && !options.includes(word));
    if (unknown) throw new WrongInput(`import-people has no option ${unknown}.`);
    const [file, another] = files;
    if (!file || another) throw new WrongInput('import-people needs one file.');
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
      if (problem > 0) throw new Refused('Nothing was changed. Please correct these rows first.');
      say(apply ? 'Done.' : 'Nothing has changed yet. Add --apply to import these rows.');
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
      throw new WrongInput(`export-people needs one of ${EXPORTED_LISTS.join(', ')}.`);
    }
    return async (services, say) => {
      for await (const page of await exportList(services, commandLineActor, list)) {
        // `say` adds its own line break.
        say(page.replace(/\n$/, ''));
      }
    };
  },
};
