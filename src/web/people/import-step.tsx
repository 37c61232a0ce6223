import { useEffect, useRef } from 'react';
import type { ImportedRole, ImportResult } from '../../contract/people.ts';
import { WELCOME_MAILS_PER_MINUTE } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextLink } from '../ui/text-link.tsx';

type Totals = ImportResult['totals'];

function countPeople(count: number, role: ImportedRole): string {
  if (role === 'alumni') return `${count} alumni`;
  return count === 1 ? '1 student' : `${count} students`;
}

const countRows = (count: number) => (count === 1 ? '1 row' : `${count} rows`);
const countMails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`);

function describePace(mails: number): string {
  const minutes = Math.ceil(mails / WELCOME_MAILS_PER_MINUTE);
  const end = minutes === 1 ? 'within a minute' : `after about ${minutes} minutes`;
  return `${WELCOME_MAILS_PER_MINUTE} a minute at most, so the last one leaves ${end}`;
}

interface ImportStepProps {
  role: ImportedRole;
  totals: Totals;
  /** It was to be imported, and the portal found problems that the preview did not have. */
  isRefused: boolean;
  isSaving: boolean;
  sendWelcome: boolean;
  onSendWelcome: (isWanted: boolean) => void;
  onImport: () => void;
}

/** What can be done with a file that was checked: import it, correct it, or nothing. */
export function ImportStep(props: ImportStepProps) {
  const { role, totals, isRefused, isSaving, sendWelcome, onSendWelcome, onImport } = props;
  const { add, unchanged, problem } = totals;
  if (problem > 0) {
    return (
      <Notice
        tone="warning"
        title={
          isRefused
            ? 'Nothing was imported: the portal has changed since the file was checked'
            : 'This file cannot be imported yet'
        }
      >
        {problem === 1 ? '1 row has problems' : `${problem} rows have problems`}. Please correct the
        file and choose it again: until then nothing is imported, not even the other rows.
      </Notice>
    );
  }
  if (add === 0) {
    return (
      <Notice tone="good" title="Nothing to change">
        {unchanged === 1
          ? 'The one person of this file is in the portal already.'
          : `All ${unchanged} people of this file are in the portal already.`}
      </Notice>
    );
  }
  return (
    <>
      <Checkbox
        label={
          <>
            Send each of them a welcome mail with a link that signs them in
            <span className="block text-muted text-sm">
              {countMails(add)}, {describePace(add)}. Without it they are told nothing, and can sign
              in with their email address whenever they come.
            </span>
          </>
        }
        checked={sendWelcome}
        onChange={onSendWelcome}
        disabled={isSaving}
      />
      <Button
        className="mt-3 w-full sm:w-auto"
        pending={isSaving}
        pendingText="Importing..."
        onClick={onImport}
      >
        Import {countPeople(add, role)}
      </Button>
      <p role="status" className="mt-2 text-muted text-sm">
        {isSaving && 'This can take a while for a long file. Please leave the page open.'}
      </p>
    </>
  );
}

interface ImportProblemProps {
  title: string;
  message: string;
  onCheck: () => void;
}

export function ImportProblem({ title, message, onCheck }: ImportProblemProps) {
  return (
    <div role="alert" className="mt-4 rounded-control bg-danger-soft px-4 py-3">
      <p className="font-semibold text-danger">{title}</p>
      <p className="text-sm">{message}</p>
      <Button variant="outline" size="small" className="mt-3" onClick={onCheck}>
        Check again
      </Button>
    </div>
  );
}

interface ImportResultNoteProps {
  role: ImportedRole;
  result: ImportResult;
  /** How many were queued. */
  mails: number;
  onAnother: () => void;
}

/** What was done, what follows by itself, and where to look. */
export function ImportResultNote(props: ImportResultNoteProps) {
  const { role, result, mails, onAnother } = props;
  const { add, unchanged } = result.totals;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  const [tab, name] = role === 'alumni' ? ['alumni', 'Alumni'] : ['students', 'Students'];
  return (
    <Card as="section" aria-labelledby="imported">
      <h2
        id="imported"
        ref={heading}
        tabIndex={-1}
        className="font-display font-medium text-2xl leading-tight outline-none"
      >
        {add === 0 ? 'Nothing to change' : `${countPeople(add, role)} imported`}
      </h2>
      <ul className="mt-3 grid max-w-160 gap-2">
        {unchanged > 0 && (
          <li>
            {countRows(unchanged)} of the file were in the portal already, and stay as they are.
          </li>
        )}
        {add > 0 && <li>{describeNext(mails)}</li>}
        {result.classes.upcoming > 0 && (
          <li>Their places in the meetings of classes to come are being made.</li>
        )}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <TextLink href={`${PAGES.admin}?tab=${tab}`} className="inline-flex min-h-11 items-center">
          See the list of {name}
        </TextLink>
        <Button variant="outline" size="small" onClick={onAnother}>
          Import another file
        </Button>
      </div>
    </Card>
  );
}

function describeNext(mails: number): string {
  if (mails === 0) return 'No mail was sent. They can sign in with their email address.';
  const verb = mails === 1 ? 'is' : 'are';
  return `${countMails(mails)} ${verb} on the way: ${describePace(mails)}. One that does not arrive is shown in their row.`;
}
