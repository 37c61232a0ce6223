import { useEffect, useRef } from 'react';
import type { ImportedRole, ImportResult } from '../../contract/people.ts';
import { WELCOME_MAILS_PER_MINUTE } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { Button, SmallButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { countOf } from '../ui/loaded-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { TapLink } from '../ui/text-link.tsx';

function countPeople(count: number, role: ImportedRole): string {
  if (role === 'alumni') return `${count} alumni`;
  return countOf(count, 'student');
}

function describePace(emails: number): string {
  const minutes = Math.ceil(emails / WELCOME_MAILS_PER_MINUTE);
  const end = minutes === 1 ? 'within a minute' : `in about ${minutes} minutes`;
  return `at most ${WELCOME_MAILS_PER_MINUTE} a minute, so the last one will go out ${end}`;
}

interface ImportStepProps {
  role: ImportedRole;
  totals: ImportResult['totals'];
  isRefused: boolean;
  isSaving: boolean;
  sendWelcome: boolean;
  onSendWelcome: (isChecked: boolean) => void;
  onImport: () => void;
}

export function ImportStep(props: ImportStepProps) {
  const { role, totals, isRefused, isSaving, sendWelcome, onSendWelcome, onImport } = props;
  const { add, unchanged, problem } = totals;
  if (problem > 0) {
    return (
      <Notice
        tone="warning"
        title={
          isRefused
            ? 'We didn’t import anything, because something in the portal changed after we checked the file'
            : 'This file isn’t ready to import yet'
        }
      >
        {countOf(problem, 'row has', 'rows have')} problems. Please fix them and choose the file
        again. Until then, we won’t import any rows.
      </Notice>
    );
  }
  if (add === 0) {
    return (
      <Notice tone="good" title="Nothing to import">
        {unchanged === 1
          ? 'The one person in this file is already in the portal.'
          : `All ${unchanged} people in this file are already in the portal.`}
      </Notice>
    );
  }
  return (
    <>
      <Checkbox
        label={
          <>
            Send each of them a welcome email with a link that signs them in
            <span className="block text-muted text-sm">
              {countOf(add, 'email')}, {describePace(add)}. Without this email, they won’t hear from
              us, but they can sign in with their email address at any time.
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
        {isSaving && 'A long file can take a while. Please keep this page open.'}
      </p>
    </>
  );
}

interface ImportResultNoteProps {
  role: ImportedRole;
  result: ImportResult;
  emails: number;
  onAnother: () => void;
}

export function ImportResultNote(props: ImportResultNoteProps) {
  const { role, result, emails, onAnother } = props;
  const { add, unchanged } = result.totals;
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus the heading, because the button that had focus was removed.
  useEffect(() => heading.current?.focus(), []);
  const [tab, name] = role === 'alumni' ? ['alumni', 'Alumni'] : ['students', 'Students'];
  return (
    <Card as="section" aria-labelledby="imported">
      <h2 id="imported" ref={heading} tabIndex={-1} className="heading outline-none">
        {add === 0 ? 'Nothing to import' : `${countPeople(add, role)} imported`}
      </h2>
      <ul className="mt-3 grid max-w-160 gap-2">
        {unchanged > 0 && (
          <li>
            {countOf(unchanged, 'person was', 'people were')} already in the portal and didn’t
            change.
          </li>
        )}
        {add > 0 && <li>{describeNext(emails)}</li>}
        {result.classes.upcoming > 0 && (
          <li>We’re registering them for their upcoming Zoom meetings.</li>
        )}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <TapLink href={`${PAGES.admin}?tab=${tab}`}>Open the {name} tab</TapLink>
        <SmallButton onClick={onAnother}>Import Another File</SmallButton>
      </div>
    </Card>
  );
}

function describeNext(emails: number): string {
  if (emails === 0) return 'We didn’t send any emails. Everyone can sign in with their email.';
  return `${countOf(emails, 'email is', 'emails are')} on the way: ${describePace(emails)}. If an email can’t be delivered, you’ll see why in the recipient’s row.`;
}
