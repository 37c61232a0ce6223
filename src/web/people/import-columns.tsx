import { ChevronRight } from 'lucide-react';
import type { ImportedRole } from '../../contract/people.ts';
import { classColumn, PERSON_COLUMNS } from '../../contract/words.ts';
import { classNumbersFrom } from '../../course/shown-classes.ts';
import { site } from '../site.ts';
import { saveFile } from '../ui/browser.ts';
import { TextButton } from '../ui/text-link.tsx';

interface ColumnHelp {
  names: string[];
  isRequired?: true;
  meaning: string;
  example?: string;
}

function columnsOf(role: ImportedRole): ColumnHelp[] {
  const { email, firstName, lastName, phoneNumber, startDate, transferStudent } = PERSON_COLUMNS;
  const person: ColumnHelp[] = [
    {
      names: [email],
      isRequired: true,
      meaning: 'Where we send their login links. Each person needs a different address.',
      example: 'nora@example.org',
    },
    { names: [firstName, lastName], isRequired: true, meaning: 'Their name.', example: 'Nora' },
    {
      names: [phoneNumber],
      meaning: 'They can use it to sign in by text. It doesn’t sign them up for reminders.',
      example: '(202) 555-0142',
    },
    {
      names: [startDate],
      isRequired: true,
      meaning: 'The day their course began, as year-month-day.',
      example: '2026-09-15',
    },
  ];
  if (role === 'alumni') return person;
  return [
    ...person,
    {
      names: [transferStudent],
      meaning: 'Enter “yes” if they came from another course. Otherwise, enter “no” or nothing.',
    },
    {
      names: classNumbersFrom(site.firstClass).map(classColumn),
      meaning:
        'The date and Pacific time of a class. A past class counts as completed unless you add the word “missed”. An upcoming class must already be in the portal.',
      example: '2026-12-01 4:00 PM PT',
    },
  ];
}

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
        Download a Template
      </TextButton>
      <details className="group mt-1">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 font-semibold">
          <ChevronRight aria-hidden className="size-5 text-muted group-open:rotate-90" />
          What goes in each column
        </summary>
        <dl className="mt-1 grid gap-3 text-sm">
          {columns.map(({ names, isRequired, meaning, example }) => (
            <div key={names.join()}>
              <dt>
                <code className="font-semibold">{namesOf(names)}</code>{' '}
                <span className="text-muted">{isRequired ? 'required' : 'optional'}</span>
              </dt>
              <dd>
                {meaning}{' '}
                {example && (
                  <span className="whitespace-nowrap text-muted">Example: {example}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted text-sm">
          Separate the columns with commas, in any order. The limit is 5,000 rows and 1 MB. Exports
          have the same columns, so you can export a list, add to it and import it again.
        </p>
      </details>
    </>
  );
}

function namesOf(names: string[]): string {
  return names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(', ');
}
