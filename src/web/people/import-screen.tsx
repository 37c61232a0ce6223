import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportedRole } from '../../contract/people.ts';
import { EXPORTED_LISTS } from '../../contract/words.ts';
import {
  ApiError,
  apiUrl,
  errorMessage,
  invalidate,
  useApiMutation,
  useSingleMutation,
} from '../api.ts';
import { Button, DownloadLink } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { SelectField } from '../ui/field.tsx';
import { ErrorPanel, InlineError, ourFault } from '../ui/notice.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportResultNote, ImportStep } from './import-step.tsx';
import { readCsvFile, UnreadableFile } from './read-csv-file.ts';

export function ImportScreen() {
  return (
    <>
      <StaffPageHead title="Import and export">
        Add people from a file, or download a list
      </StaffPageHead>
      <div className="grid gap-5">
        <ImportForm />
        <Export />
      </div>
    </>
  );
}

const exportNames = { students: 'Students', alumni: 'Alumni', classes: 'Classes' };

function Export() {
  return (
    <Section id="export" title="Export">
      <p className="max-w-160 text-muted">
        Download a list as a CSV file: students with their classes, alumni, or classes with the
        number of people who registered and attended. The audit log records each download.
      </p>
      <ul className="mt-3 -ml-3.5 flex flex-wrap gap-2">
        {EXPORTED_LISTS.map((what) => (
          <li key={what}>
            <DownloadLink href={apiUrl('GET /api/admin/export/:what', { params: { what } })}>
              {exportNames[what]}
            </DownloadLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const roles = [
  ['student', 'Students'],
  ['alumni', 'Alumni'],
] as const satisfies readonly (readonly [ImportedRole, string])[];

function ImportForm() {
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [role, setRole] = useState<ImportedRole>('student');
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const [sendWelcome, setSendWelcome] = useState(false);
  const preview = useApiMutation('POST /api/admin/people/import');
  const save = useApiMutation('POST /api/admin/people/import', {
    onSuccess: () => invalidate(client, ...changedLists),
  });
  const check = (csv: string, as: ImportedRole) => {
    save.reset();
    preview.mutate({ body: { csv, role: as, sendWelcome: false, apply: false } });
  };
  const discardFile = () => {
    setFile(undefined);
    preview.reset();
    save.reset();
  };
  const choose = useSingleMutation(
    async (chosen: File) => ({ name: chosen.name, csv: await readCsvFile(chosen) }),
    {
      onSuccess: (read) => {
        setFile(read);
        check(read.csv, role);
      },
      onError: discardFile,
    },
  );
  const unreadable = choose.error instanceof UnreadableFile ? choose.error.message : undefined;
  const isChecking = choose.isPending || preview.isPending;
  const problem = describeFailure(preview.error, save.error);
  // If the server rejects an import, it returns an updated preview.
  const plan = save.data ?? preview.data;

  if (save.data?.applied) {
    return (
      <ImportResultNote
        role={role}
        result={save.data}
        emails={sendWelcome ? save.data.totals.add : 0}
        onAnother={() => {
          discardFile();
          setSendWelcome(false);
        }}
      />
    );
  }
  return (
    <>
      <Section id="import" title="Import">
        <p className="max-w-160 text-muted">
          An import adds people along with their past and upcoming classes. It doesn’t change anyone
          who is already in the portal, and you’ll see a preview before anything happens.
        </p>
        <div className="mt-4 grid max-w-160 gap-4">
          <SelectField
            label="Who is in the file?"
            value={role}
            options={roles}
            disabled={isChecking || save.isPending}
            onChange={(event) => {
              const chosen = event.target.value as ImportedRole;
              setRole(chosen);
              if (file) check(file.csv, chosen);
            }}
          />
          <div>
            <ImportColumns role={role} />
          </div>
          <div>
            <input
              ref={picker}
              type="file"
              hidden
              aria-label="CSV file"
              accept=".csv,text/csv"
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                if (chosen) choose.mutate(chosen);
                // Without this, choosing the same file again after fixing it wouldn't fire a change event.
                target.value = '';
              }}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                variant={file ? 'quiet' : 'primary'}
                pending={isChecking || save.isPending}
                onClick={() => picker.current?.click()}
              >
                {file ? 'Choose Another File' : 'Choose a CSV File'}
              </Button>
              {file && <p className="wrap-anywhere text-muted">{file.name}</p>}
            </div>
            <div aria-live="polite">
              {unreadable && <InlineError className="mt-2">{unreadable}</InlineError>}
            </div>
          </div>
        </div>
      </Section>
      {isChecking && <Spinner label="Checking the file…" className="mx-auto my-8" />}
      {file && problem && (
        <ErrorPanel {...problem} retryText="Check Again" onRetry={() => check(file.csv, role)} />
      )}
      {file && plan && (
        <section aria-labelledby="preview">
          <h2 id="preview" className="mb-3 heading">
            Preview
          </h2>
          <ImportStep
            role={role}
            totals={plan.totals}
            isRefused={save.data !== undefined}
            isSaving={save.isPending}
            sendWelcome={sendWelcome}
            onSendWelcome={setSendWelcome}
            onImport={() =>
              save.mutate({ body: { csv: file.csv, role, sendWelcome, apply: true } })
            }
          />
          <div className="mt-4">
            <ImportPreview key={save.data ? 'refused' : preview.submittedAt} plan={plan} />
          </div>
        </section>
      )}
    </>
  );
}

function describeFailure(checking: Error | null, saving: Error | null) {
  if (checking) {
    return { title: 'We couldn’t check the file', message: errorMessage(checking, ourFault) };
  }
  if (!saving) return undefined;
  if (saving instanceof ApiError && saving.status >= 400 && saving.status < 500) {
    return { title: 'Nothing was imported', message: errorMessage(saving, 'Please check again.') };
  }
  return {
    title: 'We didn’t hear back from the server',
    message:
      'The import may have worked anyway. Check the file again to find out. We never add anyone twice.',
  };
}

const changedLists = [
  'GET /api/students',
  'GET /api/alumni',
  'GET /api/classes/all',
  'GET /api/admin/retreat-registrations/unmatched',
] as const;
