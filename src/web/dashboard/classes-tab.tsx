import { Suspense, useState } from 'react';
import type { AdminClass } from '../../contract/classes.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import { PAST_CLASSES } from '../../course/pages.ts';
import { AttendanceProblems } from '../attendance/attendance-problems.tsx';
import { OpenCancellations } from '../cancellations/cancellation-note.tsx';
import { useClasses } from '../classes/queries.ts';
import { MeetingPauses } from '../meetings/meeting-pauses.tsx';
import { useNow } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { classColumns } from './class-columns.tsx';
import { ClosedDatesButton } from './closed-dates-button.tsx';

const AddClassesDialog = loadLazily(() =>
  import('../classes/add-classes-dialog.tsx').then((chunk) => chunk.AddClassesDialog),
);
const EditClassDialog = loadLazily(() =>
  import('../classes/edit-class-dialog.tsx').then((chunk) => chunk.EditClassDialog),
);

const SelectClasses = loadLazily(() =>
  import('./select-classes.tsx').then((chunk) => chunk.SelectClasses),
);

/** How soon a class that is over leaves an open page. */
const clockTickMs = 15_000;

interface ClassesTabProps {
  canEdit: boolean;
  canAdd: boolean;
}

export function ClassesTab({ canEdit, canAdd }: ClassesTabProps) {
  const { data, error, refetch } = useClasses();
  const adding = useDialog<true>();
  const editing = useDialog<AdminClass>();
  // As it is now: its time may have changed since the dialog was opened.
  const edited = data?.find(({ id }) => id === editing.subject?.id) ?? editing.subject;
  return (
    <>
      <MeetingPauses canRetry={canEdit} />
      <AttendanceProblems canRetry={canEdit} />
      <OpenCancellations canUndo={canEdit} />
      <ClassList
        classes={data}
        error={error}
        onRetry={refetch}
        onAdd={canAdd ? () => adding.open(true) : undefined}
        onEdit={canEdit ? editing.open : undefined}
      />
      <Suspense>
        {adding.subject && <AddClassesDialog open={adding.isOpen} onClose={adding.close} />}
        {edited && (
          <EditClassDialog courseClass={edited} open={editing.isOpen} onClose={editing.close} />
        )}
      </Suspense>
    </>
  );
}

interface ClassListProps {
  classes: AdminClass[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onAdd: (() => void) | undefined;
  onEdit: ((courseClass: AdminClass) => void) | undefined;
}

function ClassList({ classes, error, onRetry, onAdd, onEdit }: ClassListProps) {
  const now = useNow(clockTickMs);
  const [wanted, setWanted] = useState(1);
  const [isSelecting, setSelecting] = useState(false);
  const upcoming = classes?.filter(({ startTime }) => isUpcoming(new Date(startTime), now));
  const { rows, page, pages } = pageOf(upcoming ?? [], wanted, PAGE_SIZES.classes);

  if (isSelecting && upcoming) {
    return (
      <Suspense>
        <SelectClasses classes={upcoming} onDone={() => setSelecting(false)} />
      </Suspense>
    );
  }
  return (
    <>
      <ListHead count={upcoming && `${upcoming.length} upcoming classes`}>
        <div className="flex flex-wrap items-center gap-2">
          <TextLink href={PAST_CLASSES} className="mr-2 inline-flex min-h-11 items-center text-sm">
            Past classes
          </TextLink>
          {onEdit && (
            <Button variant="ghost" size="small" onClick={() => setSelecting(true)}>
              Select Several
            </Button>
          )}
          {onEdit && <ClosedDatesButton />}
          {onAdd && (
            <Button size="small" onClick={onAdd} aria-haspopup="dialog">
              Add Classes
            </Button>
          )}
        </div>
      </ListHead>
      <LoadedList
        count={upcoming?.length}
        error={error}
        onRetry={onRetry}
        loadingText="Loading classes…"
        failedText="Failed to fetch classes"
        emptyText="No classes found"
        emptyAdvice={onAdd && 'Add Classes makes the first ones.'}
      >
        <DataTable caption="Upcoming classes" columns={classColumns(onEdit)} rows={rows} />
        <Pager page={page} pages={pages} onTurn={setWanted} />
      </LoadedList>
    </>
  );
}
