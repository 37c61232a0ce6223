import { useState } from 'react';
import type { ImportedRow, ImportResult } from '../../contract/people.ts';
import { Badge } from '../ui/badge.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { countOf, ListHead } from '../ui/loaded-list.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';

const columns: Column<ImportedRow & { id: number }>[] = [
  {
    name: 'Line',
    cell: ({ line }) => line,
    card: 'badge',
    cardLabel: 'Line',
    className: 'tabular-nums lg:w-16',
  },
  {
    name: 'Name',
    cell: ({ name }) => name || null,
    card: 'title',
    className: 'wrap-anywhere lg:min-w-40 lg:font-semibold',
  },
  { name: 'Email', cell: ({ email }) => email || null, className: 'wrap-anywhere lg:min-w-52' },
  {
    name: 'What will happen',
    cell: (row) => <Outcome {...row} />,
    card: 'line',
    className: 'lg:w-1/2',
  },
];

function Outcome({ outcome, summary, problems }: ImportedRow) {
  if (outcome === 'unchanged') return <Badge>Already in the portal</Badge>;
  if (outcome === 'add') {
    return (
      <>
        <Badge tone="success">New</Badge> {summary}
      </>
    );
  }
  return (
    <>
      <Badge tone="warning">{problems.length === 1 ? 'Problem' : 'Problems'}</Badge>
      <ul className="mt-1 grid gap-1">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </>
  );
}

const pageSize = 20;

export function ImportPreview({ plan }: { plan: ImportResult }) {
  const { rows, totals } = plan;
  const [onlyProblems, setOnlyProblems] = useState(totals.problem > 0);
  const [page, setPage] = useState(1);
  const shown = rows
    .filter(({ outcome }) => !onlyProblems || outcome === 'problem')
    .map((row) => ({ ...row, id: row.line }));
  const current = pageOf(shown, page, pageSize);
  return (
    <>
      <ListHead count={describe(plan)}>
        {totals.problem > 0 && totals.problem < rows.length && (
          <Checkbox
            label="Only rows with problems"
            checked={onlyProblems}
            onChange={(checked) => {
              setOnlyProblems(checked);
              setPage(1);
            }}
          />
        )}
      </ListHead>
      <DataTable caption="Rows in the file" columns={columns} rows={current.rows} />
      {current.pages > 1 && <Pager page={current.page} pages={current.pages} onTurn={setPage} />}
    </>
  );
}

function describe({ totals: { add, unchanged, problem }, classes }: ImportResult): string {
  const parts = [
    `${add} to add`,
    classes.completed > 0 && `${countOf(classes.completed, 'class', 'classes')} completed`,
    classes.missed > 0 && `${classes.missed} missed`,
    classes.upcoming > 0 && `${classes.upcoming} upcoming`,
    unchanged > 0 && `${unchanged} already in the portal`,
    problem > 0 && `${problem} with problems`,
  ];
  return parts.filter(Boolean).join(', ');
}
