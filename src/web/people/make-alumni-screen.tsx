import { useState } from 'react';
import type { FinishedStudent, MadeAlumni } from '../../contract/people-changes.ts';
import { formatCompactDate } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { PAGES } from '../../course/pages.ts';
import { callApi, useFreshQuery } from '../api.ts';
import { DialogButton } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { countOf, formatCount, ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { emailColumn } from '../ui/person-columns.tsx';
import { PersonLink, TextButton } from '../ui/text-link.tsx';
import { tickColumn, useTicks } from '../ui/ticks.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { memberLists } from './queries.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

const alumniTab = { href: `${PAGES.admin}?tab=alumni`, name: 'Alumni' };

export function MakeAlumniScreen() {
  const { data, error, refetch } = useFreshQuery('GET /api/admin/finished-students');
  // The students who are not selected. Everyone is selected at first.
  const left = useTicks();
  const asking = useDialog<FinishedStudent[]>();
  const [made, setMade] = useState<MadeAlumni>();
  const students = data?.students ?? [];
  const selection = {
    isTicked: (id: number) => !left.isTicked(id),
    tick: (ids: readonly number[], isTicked: boolean) => left.tick(ids, !isTicked),
  };
  const chosen = students.filter(({ id }) => selection.isTicked(id));
  const isAll = left.ids.length === 0;
  const isMore = data !== undefined && data.total > students.length;
  return (
    <>
      <StaffPageHead title="Make Alumni" from={alumniTab}>
        Students who attended Class 10
      </StaffPageHead>
      <div aria-live="polite">{made && <Outcome {...made} />}</div>
      <ListHead
        count={data && `${formatCount(chosen.length)} of ${formatCount(data.total)} selected`}
        age={
          students.length > 1 && (
            <TextButton
              className="min-h-11 text-sm pointer-fine:min-h-0"
              onClick={() =>
                selection.tick(
                  students.map(({ id }) => id),
                  !isAll,
                )
              }
            >
              {isAll ? 'Select None' : 'Select All'}
            </TextButton>
          )
        }
      >
        <DialogButton
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => asking.open(chosen)}
        >
          Make {people(chosen.length)} Alumni
        </DialogButton>
      </ListHead>
      {isMore && (
        <p className="mb-4 text-muted text-sm">
          These are the first {formatCount(students.length)}. You’ll see the rest once these
          students are alumni.
        </p>
      )}
      <LoadedList
        count={data && students.length}
        query={{ error, refetch }}
        what="the students"
        emptyText="No one is ready to become an alum"
        emptyAdvice="Students appear here after they attend Class 10."
      >
        <DataTable
          caption="Students who attended Class 10"
          columns={[tickColumn<FinishedStudent>('Make Alumni', selection, fullName), ...columns]}
          rows={students}
        />
      </LoadedList>
      {asking.render((dialog, subject) => (
        <ActionDialog
          {...dialog}
          title={
            subject.length === 1
              ? 'Make 1 person an alum?'
              : `Make ${people(subject.length)} alumni?`
          }
          description={`We’ll email them a login link and explain what they can do as alumni. We’ll ask them again about texts, and we’ll keep their attendance.${describeUpcoming(subject)}`}
          confirmText="Make Alumni"
          confirmVariant="primary"
          run={() =>
            callApi('POST /api/admin/make-alumni', { body: { ids: subject.map(({ id }) => id) } })
          }
          invalidates={memberLists}
          onDone={setMade}
          failed="We couldn’t make them alumni. Please try again."
        />
      ))}
    </>
  );
}

const people = (count: number) => countOf(count, 'person', 'people');

function describeUpcoming(chosen: FinishedStudent[]): string {
  const count = chosen.filter(({ upcoming }) => upcoming > 0).length;
  if (count === 0) return '';
  const some = countOf(count, 'of them has', 'of them have');
  const who = count === chosen.length ? 'They have' : some;
  return ` ${who} upcoming classes, which we’ll remove from their schedule.`;
}

function Outcome({ made, skipped }: MadeAlumni) {
  const title =
    made === 1 ? '1 person is now an alum' : `${formatCount(made)} people are now alumni`;
  return (
    <Notice tone={skipped.length > 0 ? 'warning' : 'good'} title={title} className="mb-5">
      {skipped.length === 0
        ? 'We’re emailing each of them.'
        : `Not changed: ${skipped.map(({ name, reason }) => `${name}, because ${reason}`).join('; ')}.`}
    </Notice>
  );
}

const columns: Column<FinishedStudent>[] = [
  emailColumn(),
  {
    name: 'Class 10',
    cell: ({ finishedAt }) => formatCompactDate(new Date(finishedAt)),
    card: 'more',
  },
  {
    name: 'Upcoming classes',
    cell: ({ upcoming }) => (upcoming === 0 ? 'None' : `We’ll remove ${upcoming}`),
    card: 'more',
  },
  {
    name: 'Page',
    card: 'badge',
    cell: (student) => (
      <PersonLink id={student.id}>
        Open<span className="sr-only"> the page for {fullName(student)}</span>
      </PersonLink>
    ),
  },
];
