import { ChevronRight } from 'lucide-react';
import type { ImportedRole } from '../../contract/people.ts';
import { classColumn, PERSON_COLUMNS } from '../../contract/words.ts';
import { classNumbersFrom } from '../../course/shown-classes.ts';
import { site } from '../site.ts';
import { saveFile } from '../ui/browser.ts';
import { TextButton } from '../ui/text-link.tsx';

interface ColumnHelp {
  names: string[];
  isRequired: boolean;
  meaning: string;
  example?: string;
}

function columnsOf(role: ImportedRole): ColumnHelp[] {
  const { email, firstName, lastName, phoneNumber, startDate, transferStudent } = PERSON_COLUMNS;
  const person: ColumnHelp[] = [
    {
      names: [email],
      isRequired: true,
      meaning: 'Where their login links go. Nobody else has the same.',
      example: 'nora@example.org',
    },
    { names: [firstName, lastName], isRequired: true, meaning: 'Their name.', example: 'Nora' },
    {
      names: [phoneNumber],
      isRequired: false,
      meaning: 'With it they can sign in by text message. Nobody agrees to reminders by it.',
      example: '(202) 555-0142',
    },
    {
      names: [startDate],
      isRequired: true,
      meaning: 'Year, month and day on which their course began.',
      example: '2026-09-15',
    },
  ];
  if (role === 'alumni') return person;
  return [
    ...person,
    {
      names: [transferStudent],
      isRequired: false,
      meaning: 'yes for somebody who comes from another course; no, or nothing, for the others.',
    },
    {
      names: classNumbersFrom(site.firstClass).map(classColumn),
      isRequired: false,
      meaning:
        'Day and Pacific time of a class. One that is over counts as completed, or as missed with that word behind it. One to come has to be in the portal already.',
      example: '2026-12-01 4:00 PM PT',
    },
  ];
}

/** A file to begin with, and what goes into its columns. */
export function ImportColumns({ role }: { role: ImportedRole }) {
  const columns = columnsOf(role);
  const template = `${columns.flatMap(({ names }) => names).join(',')}\r\n`;
  const fileName = role === 'alumni' ? 'alumni-template.csv' : 'students-template.csv';
  return (
    <>
      <TextButton
        className="min-h-11"
        onClick={() => saveFile(fileName, template, 'text/csv;charset=utf-8')}
      >
        Download a template
      </TextButton>
      <details className="group mt-1">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 font-semibold">
          <ChevronRight aria-hidden className="size-5 text-muted group-open:rotate-90" />
          What goes into the columns
        </summary>
        <dl className="mt-1 grid gap-3 text-sm">
          {columns.map(({ names, isRequired, meaning, example }) => (
            <div key={names.join()}>
              <dt>
                <code className="font-semibold">{namesOf(names)}</code>{' '}
                <span className="text-muted">{isRequired ? 'required' : 'may be left out'}</span>
              </dt>
              <dd>
                {meaning}{' '}
                {example && <span className="whitespace-nowrap text-muted">Such as {example}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted text-sm">
          Commas between the columns, in any order; up to 5,000 rows and 1 MB. An export has the
          same columns, so a list can be taken out, added to and brought back.
        </p>
      </details>
    </>
  );
}

function namesOf(names: string[]): string {
  return names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(', ');
}
