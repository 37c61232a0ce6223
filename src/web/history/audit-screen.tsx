import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { auditKinds } from '../../contract/audit-actions.ts';
import { apiQuery, apiUrl } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { auditColumns } from './audit-columns.tsx';
import { idFields, type TypedField, useAuditSearch } from './use-audit-search.ts';

export function AuditScreen() {
  return (
    <>
      <StaffPageHead title="Audit">
        Who did what, and when. Entries are never changed; what names a person goes when they are
        erased.
      </StaffPageHead>
      <AuditLog />
    </>
  );
}

const kinds = [
  { value: '', label: 'Everything' },
  ...Object.entries(auditKinds).map(([value, label]) => ({ value, label })),
];

/** What stands before the name of somebody or something that the list is narrowed to by a link. */
const narrowedTo = { person: 'Only about', actor: 'Only by', class: 'Only the class of' };

function AuditLog() {
  const { filter, before, page, typed, type, narrow, turn } = useAuditSearch();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/admin/audit', { query: { ...filter, before } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const next = data?.next ?? null;
  const field = (name: TypedField) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => type(name, event.target.value),
  });
  return (
    <>
      <search className="mb-4 grid grid-cols-2 items-end gap-x-4 gap-y-3 lg:grid-cols-5">
        <TextField label="About" placeholder="Name or email" {...text} {...field('about')} />
        <TextField label="Done by" placeholder="Name, or command line" {...text} {...field('by')} />
        <div className="max-lg:col-span-2">
          <SelectField
            label="What"
            options={kinds}
            value={filter.kind ?? ''}
            onChange={({ target }) => narrow({ kind: target.value || null })}
          />
        </div>
        <TextField label="From" type="date" {...field('from')} />
        <TextField label="Until" type="date" {...field('to')} />
      </search>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        {idFields.map((name) => {
          if (filter[name] === undefined || !data?.named[name]) return null;
          return (
            <Button
              key={name}
              variant="outline"
              size="small"
              onClick={() => narrow({ [name]: null })}
            >
              {narrowedTo[name]} {data.named[name]} · Show all
            </Button>
          );
        })}
        <a
          href={apiUrl('GET /api/admin/audit.csv', { query: filter })}
          download
          className={buttonStyles({ variant: 'outline', size: 'small', className: 'ml-auto' })}
        >
          Download CSV
        </a>
      </div>
      <LoadedList
        count={error && !isPlaceholderData ? undefined : data?.entries.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading the audit log…"
        failedText="The audit log could not be shown"
        emptyText="Nothing found"
        emptyAdvice="Nothing was noted that fits this search."
      >
        <DataTable
          caption="Audit log"
          columns={auditColumns}
          rows={data?.entries ?? []}
          isStale={isPlaceholderData}
        />
        <nav aria-label="Pages" className="mt-4 flex items-center justify-end gap-3">
          <p aria-live="polite" className="mr-auto text-muted text-sm sm:mr-0">
            Page {page}
          </p>
          <Button variant="outline" size="small" disabled={page === 1} onClick={() => turn(null)}>
            Newer
          </Button>
          <Button
            variant="outline"
            size="small"
            disabled={next === null || isPlaceholderData}
            onClick={() => turn(next)}
          >
            Older
          </Button>
        </nav>
      </LoadedList>
    </>
  );
}

const text = { autoComplete: 'off', spellCheck: false, maxLength: 200 };
