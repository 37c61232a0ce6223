import { Suspense, useState } from 'react';
import type { AdminClass } from '../../contract/timetable.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import { PAST_CLASSES } from '../../course/pages.ts';
import { useAuth } from '../auth.tsx';
import { useNow } from '../server-clock.ts';
import { AddTermButton } from '../timetable/add-term-button.tsx';
import { OpenCancellations } from '../timetable/cancellation-note.tsx';
import { useClasses } from '../timetable/queries.ts';
import { Button, DialogButton, focusWhenShown } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { formatCount, ListAge, ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { classColumns } from './class-columns.tsx';
import { OwnClasses } from './own-classes.tsx';

const { AddClassesDialog } = lazily(() => import('../timetable/add-classes-dialog.tsx'));
const { EditClassDialog } = lazily(() => import('../timetable/edit-class-dialog.tsx'));
const { ClosedDatesDialog } = lazily(() => import('../timetable/closed-dates-dialog.tsx'));
const { SelectClasses } = lazily(() => import('./select-classes.tsx'));

/** How often the page checks for classes that have ended and removes them from the list. */
const clockTickMs = 15_000;

interface ClassesTabProps {
  canEdit: boolean;
  canAdd: boolean;
}

export function ClassesTab({ canEdit, canAdd }: ClassesTabProps) {
  const query = useClasses();
  const { data } = query;
  const adding = useDialog<true>();
  const editing = useDialog<AdminClass>();
  const closing = useDialog<true>();
  return (
    <>
      <OpenCancellations canUndo={canEdit} />
      <ClassList
        query={query}
        onAdd={canAdd ? () => adding.open(true) : undefined}
        onEdit={canEdit ? editing.open : undefined}
        onClosedDates={canEdit ? () => closing.open(true) : undefined}
      />
      {adding.render((dialog) => (
        <AddClassesDialog {...dialog} />
      ))}
      {closing.render((dialog) => (
        <ClosedDatesDialog {...dialog} />
      ))}
      {editing.render((dialog, opened) => (
        // Uses the latest data, because the class may have changed since the dialog was opened.
        <EditClassDialog
          courseClass={data?.find(({ id }) => id === opened.id) ?? opened}
          {...dialog}
        />
      ))}
    </>
  );
}

interface ClassListProps {
  query: ReturnType<typeof useClasses>;
  onAdd: (() => void) | undefined;
  onEdit: ((courseClass: AdminClass) => void) | undefined;
  onClosedDates: (() => void) | undefined;
}

function ClassList({ query, onAdd, onEdit, onClosedDates }: ClassListProps) {
  const { user } = useAuth();
  const now = useNow(clockTickMs);
  const list = useListAddress();
  const [isSelecting, setSelecting] = useState<boolean>();
  const upcoming = query.data?.filter(({ startTime }) => isUpcoming(new Date(startTime), now));
  const own = upcoming?.filter(({ instructorId }) => instructorId === user?.id) ?? [];
  const teaches = own.length > 0;
  const isOnlyOwn = teaches && list.get('mine') !== null;
  const shown = isOnlyOwn ? own : upcoming;
  const { rows, page, pages } = pageOf(shown ?? [], list.page, PAGE_SIZES.classes);

  if (isSelecting && shown) {
    return (
      <Suspense>
        <SelectClasses classes={shown} onDone={() => setSelecting(false)} />
      </Suspense>
    );
  }
  return (
    <>
      {teaches && <OwnClasses classes={own} now={now} />}
      <ListHead count={shown && countOf(shown.length)} age={<ListAge query={query} />}>
        <TextLink href={PAST_CLASSES} className="inline-flex min-h-11 items-center text-sm">
          Past classes
        </TextLink>
        {teaches && (
          <Checkbox
            label="Only mine"
            checked={isOnlyOwn}
            onChange={(isChecked) => list.filter('mine', isChecked ? '1' : null)}
          />
        )}
        {onEdit && shown && shown.length > 0 && (
          <Button
            ref={isSelecting === false ? focusWhenShown : undefined}
            variant="ghost"
            size="small"
            onClick={() => setSelecting(true)}
          >
            Select Several
          </Button>
        )}
        {onClosedDates && <DialogButton onClick={onClosedDates}>Closed Dates</DialogButton>}
        {onAdd && <AddTermButton />}
        {onAdd && (
          <DialogButton variant="primary" onClick={onAdd}>
            Add Classes
          </DialogButton>
        )}
      </ListHead>
      <LoadedList
        count={shown?.length}
        error={query.error}
        onRetry={query.refetch}
        loadingText="Loading classes…"
        failedText="Failed to fetch classes"
        emptyText="No classes found"
        emptyAdvice={
          onAdd
            ? 'Press Add Classes to schedule some.'
            : 'Classes show up here as soon as an admin adds them.'
        }
      >
        <DataTable caption="Upcoming classes" columns={classColumns(onEdit)} rows={rows} />
        <Pager page={page} pages={pages} onTurn={list.turnTo} />
      </LoadedList>
    </>
  );
}

function countOf(classes: number): string {
  return classes === 1 ? '1 upcoming class' : `${formatCount(classes)} upcoming classes`;
}
