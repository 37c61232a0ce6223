import { Suspense, useState } from 'react';
import type { AdminClass } from '../../contract/timetable.ts';
import { isUpcoming } from '../../course/class-state.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import { useRights } from '../auth.tsx';
import { useNow } from '../server-clock.ts';
import { OpenCancellations } from '../timetable/cancellation-note.tsx';
import { ClassFilters, filterClasses, isFiltered } from '../timetable/class-filters.tsx';
import { useClasses } from '../timetable/queries.ts';
import { Button, DialogButton, focusWhenShown } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { countOf, ListAge, ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { classNames } from '../ui/styles.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { useClassActions } from './class-actions.tsx';
import { classColumns, dayHeading } from './class-columns.tsx';

const { AddClassesDialog } = lazily(() => import('../timetable/add-classes-dialog.tsx'));
const { AddTermDialog } = lazily(() => import('../timetable/add-term-dialog.tsx'));
const { EditClassDialog } = lazily(() => import('../timetable/edit-class-dialog.tsx'));
const { ClosedDatesDialog } = lazily(() => import('../timetable/closed-dates-dialog.tsx'));
const { SelectClasses } = lazily(() => import('../timetable/select-classes.tsx'));
const { WeekCalendar } = lazily(() => import('../timetable/week-calendar.tsx'));

const parts = {
  classes: AddClassesDialog,
  term: AddTermDialog,
  closedDates: ClosedDatesDialog,
};

export function ClassesTab() {
  const query = useClasses();
  const opened = useDialog<keyof typeof parts>();
  const editing = useDialog<AdminClass>();
  const { id: ownId, canEdit, isAdmin } = useRights();
  const now = useNow();
  const list = useListAddress();
  const [isSelecting, setSelecting] = useState<boolean>();
  const [areToolsOpen, openTools] = useState(() => isFiltered(list.get));
  const { actionsOf, dialogs } = useClassActions(now);
  const upcoming = query.data?.filter(({ startTime }) => isUpcoming(new Date(startTime), now));
  const own = upcoming?.filter(({ instructorId }) => instructorId === ownId) ?? [];
  const teaches = own.length > 0;
  const isOnlyOwn = teaches && list.get('mine') !== null;
  const listed = isOnlyOwn ? own : upcoming;
  const shown = listed && filterClasses(listed, list.get);
  const count = shown && countOf(shown.length, 'upcoming class', 'upcoming classes');
  const { rows, page, pages } = pageOf(shown ?? [], list.page, PAGE_SIZES.classes);
  const fullest = Math.max(0, ...(upcoming ?? []).map((each) => each.registrationCount));
  const onEdit = canEdit ? editing.open : undefined;
  const nextStart = upcoming?.[0]?.startTime;
  const view = list.get('view') === 'week' ? 'week' : 'list';

  if (isSelecting && shown) {
    return (
      <Suspense>
        <SelectClasses classes={shown} onDone={() => setSelecting(false)} />
      </Suspense>
    );
  }
  return (
    <>
      <OpenCancellations />
      <ListHead count={count} age={<ListAge query={query} />}>
        <Button
          variant="plain"
          size="tight"
          className="md:hidden"
          aria-expanded={areToolsOpen}
          onClick={() => openTools(!areToolsOpen)}
        >
          Filter & More
        </Button>
        <fieldset aria-label="View" className="flex">
          {['list', 'week'].map((name) => (
            <Button
              key={name}
              variant="plain"
              size="tight"
              className="capitalize aria-pressed:bg-sky"
              aria-pressed={name === view}
              onClick={() => list.change({ view: name === 'week' ? name : null })}
            >
              {name}
            </Button>
          ))}
        </fieldset>
        {isAdmin && (
          <DialogButton variant="primary" onClick={() => opened.open('classes')}>
            Add Classes
          </DialogButton>
        )}
      </ListHead>
      <div
        className={classNames(
          'mb-2.5 grid-cols-2 flex-wrap items-center gap-2 md:flex md:gap-x-3',
          areToolsOpen ? 'grid' : 'max-md:hidden',
        )}
      >
        <ClassFilters classes={upcoming ?? []} list={list} />
        {teaches && (
          <Checkbox
            label="Only my classes"
            checked={isOnlyOwn}
            onChange={(isChecked) => list.filter('mine', isChecked ? '1' : null)}
          />
        )}
        {canEdit && (
          <div className="col-span-2 flex md:ml-auto">
            {shown && shown.length > 0 && (
              <Button
                ref={isSelecting === false ? focusWhenShown : undefined}
                variant="plain"
                size="small"
                onClick={() => setSelecting(true)}
              >
                Select Classes
              </Button>
            )}
            {isAdmin && (
              <DialogButton variant="plain" onClick={() => opened.open('term')}>
                Add a Term
              </DialogButton>
            )}
            <DialogButton variant="plain" onClick={() => opened.open('closedDates')}>
              Closed Dates
            </DialogButton>
          </div>
        )}
      </div>
      <LoadedList
        count={shown?.length}
        query={query}
        what="classes"
        failedText="Failed to fetch classes"
        emptyText="No classes found"
        emptyAdvice={adviceFor(isFiltered(list.get), isAdmin)}
      >
        {view === 'week' ? (
          <Suspense>
            <WeekCalendar classes={shown ?? []} now={now} list={list} />
          </Suspense>
        ) : (
          <>
            <DataTable
              caption="Upcoming classes"
              columns={classColumns(fullest, { onEdit, actionsOf, nextStart })}
              rows={rows}
              groupOf={dayHeading(now)}
            />
            <Pager page={page} pages={pages} onTurn={list.turnTo} />
          </>
        )}
      </LoadedList>
      {dialogs}
      {opened.render((dialog, name) => {
        const Part = parts[name];
        return <Part {...dialog} />;
      })}
      {editing.render((dialog, subject) => (
        // Use the latest data, because the class may have changed since the dialog was opened.
        <EditClassDialog
          courseClass={query.data?.find(({ id }) => id === subject.id) ?? subject}
          {...dialog}
        />
      ))}
    </>
  );
}

function adviceFor(hasFilters: boolean, canAdd: boolean): string {
  if (hasFilters) return 'No upcoming classes match. Choose other filters, or clear them.';
  return canAdd
    ? 'Press Add Classes to schedule some.'
    : 'Classes will show up here once an admin adds them.';
}
