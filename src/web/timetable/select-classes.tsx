import { useState } from 'react';
import type { AdminClass } from '../../contract/timetable.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { Button, DialogButton, focusWhenShown } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { ListHead } from '../ui/loaded-list.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { tickColumn, useTicks } from '../ui/ticks.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { CancelClassesDialog } = lazily(() => import('./cancel-classes-dialog.tsx'));
const { ChangeClassesDialog } = lazily(() => import('./change-classes-dialog.tsx'));

export function SelectClasses({ classes, onDone }: { classes: AdminClass[]; onDone: () => void }) {
  const ticks = useTicks();
  const [requestedPage, setRequestedPage] = useState(1);
  const canceling = useDialog<AdminClass[]>();
  const changing = useDialog<AdminClass[]>();
  const chosen = classes.filter(({ id }) => ticks.isTicked(id));
  const { rows, page, pages } = pageOf(classes, requestedPage, PAGE_SIZES.classes);
  const isNone = chosen.length === 0;
  const isAll = chosen.length === classes.length;
  return (
    <>
      <ListHead
        count={`${chosen.length} of ${classes.length} classes selected`}
        age={
          <TextButton
            className="min-h-11 text-sm pointer-fine:min-h-0"
            onClick={() =>
              ticks.tick(
                classes.map(({ id }) => id),
                !isAll,
              )
            }
          >
            {isAll ? 'Select None' : `Select All ${classes.length}`}
          </TextButton>
        }
      >
        <div className="flex flex-wrap gap-2">
          <Button ref={focusWhenShown} variant="plain" size="small" onClick={onDone}>
            Done
          </Button>
          <DialogButton disabled={isNone} onClick={() => changing.open(chosen)}>
            Change Selected
          </DialogButton>
          <DialogButton variant="danger" disabled={isNone} onClick={() => canceling.open(chosen)}>
            Cancel Selected
          </DialogButton>
        </div>
      </ListHead>
      <DataTable
        caption="Select classes"
        columns={[tickColumn('Date', ticks, renderStart), ...columns]}
        rows={rows}
      />
      <Pager page={page} pages={pages} onTurn={setRequestedPage} />
      {canceling.render((dialog, subject) => (
        <CancelClassesDialog chosen={subject} {...dialog} onCanceled={onDone} />
      ))}
      {changing.render((dialog, subject) => (
        <ChangeClassesDialog chosen={subject} {...dialog} onChanged={onDone} />
      ))}
    </>
  );
}

const renderStart = ({ startTime }: AdminClass) => (
  <>
    {formatCompactDate(new Date(startTime))}{' '}
    <span className="sr-only">at {formatTime(new Date(startTime))}</span>
  </>
);

const columns: Column<AdminClass>[] = [
  { name: 'Time', cell: ({ startTime }) => formatTime(new Date(startTime)), card: 'title' },
  { name: 'Type', cell: ({ classType }) => classType },
  { name: 'Instructor', cell: ({ instructorFirstName }) => instructorFirstName ?? 'TBA' },
  { name: 'Registered', cell: ({ registrationCount }) => registrationCount, card: 'badge' },
];
