import type { ClassOnLine, PersonPage } from '../../contract/person-page.ts';
import { hasStarted, isPast } from '../../course/class-state.ts';
import type { LineState } from '../../course/course-line.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { pathOfClass } from '../../course/pages.ts';
import { useRights } from '../auth.tsx';
import { usePersonDialog } from '../history/queries.ts';
import type { ChoiceKind } from '../schedule/choose-for-student-dialog.tsx';
import { Badge } from '../ui/badge.tsx';
import { DialogButton } from '../ui/button.tsx';
import { Section } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { TapLink } from '../ui/text-link.tsx';
import { LazyMenu } from './page-actions.tsx';

const { ChooseForStudentDialog } = lazily(
  () => import('../schedule/choose-for-student-dialog.tsx'),
);
const { CancelForStudentDialog } = lazily(
  () => import('../schedule/cancel-for-student-dialog.tsx'),
);
const { CorrectAttendanceDialog } = lazily(() => import('../attendance/attendance-dialogs.tsx'));

const states = {
  done: ['Completed', 'success'],
  joined: ['In the room', 'info'],
  excused: ['Excused', 'neutral'],
  missed: ['Missed', 'warning'],
  'not held': ['Not held', 'warning'],
  booked: ['Registered', 'info'],
  suspended: ['Needs a new time', 'warning'],
  'to choose': ['Not chosen yet', 'neutral'],
  'not needed': ['Not needed', 'neutral'],
} as const satisfies Record<LineState, readonly [string, string]>;

type Action = ChoiceKind | 'cancel' | 'correct' | 'excuse' | 'withdraw';

const actionLabels: Record<Action, string> = {
  register: 'Register',
  move: 'Move',
  'make up': 'Make Up',
  'choose again': 'Pick a New Time',
  cancel: 'Cancel Class',
  correct: 'Correct Attendance',
  excuse: 'Excuse',
  withdraw: 'Withdraw Excuse',
};

const presets = { correct: undefined, excuse: 'Excused', withdraw: 'Withdrawn' } as const;

export function PersonCourse({ page, now }: { page: PersonPage; now: Date }) {
  const { canEdit } = useRights();
  const { courseLine } = page;
  const acting = usePersonDialog<{ action: Action; classNumber: number }>();
  if (courseLine.length === 0) return null;
  const canAct = canEdit && page.role === 'student' && page.deactivatedAt === null;
  const next = courseLine.find(({ state }) => state === 'to choose')?.classNumber;
  const student = { id: page.id, name: fullName(page) };
  return (
    <Section id="course-heading" title="Course">
      <ol className="grid gap-2 sm:max-lg:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))]">
        {courseLine.map((one) => (
          <OneClass
            key={one.classNumber}
            {...one}
            actions={(canAct ? actionsFor(one, next, now) : []).map((action) => ({
              label: actionLabels[action],
              isDangerous: action === 'cancel',
              onSelect: () => acting.open({ action, classNumber: one.classNumber }),
            }))}
          />
        ))}
      </ol>
      {acting.render((control, { action, classNumber }) => {
        // Look up the class on every render, so that an open dialog shows the latest data.
        const { registration } = courseLine.find((one) => one.classNumber === classNumber) ?? {};
        const dialog = { student, classNumber, ...control };
        if (action === 'cancel') {
          return registration && <CancelForStudentDialog {...dialog} registration={registration} />;
        }
        if (action === 'correct' || action === 'excuse' || action === 'withdraw') {
          return (
            registration && (
              <CorrectAttendanceDialog
                {...control}
                classId={registration.classId}
                startsAt={new Date(registration.startTime)}
                guest={{
                  ...{ personId: student.id, name: student.name, classNumber, makeup: null },
                  correction: { version: registration.correctionVersion },
                }}
                preset={presets[action]}
                returnTo={`course-class-${classNumber}`}
              />
            )
          );
        }
        const { startTime } = registration ?? {};
        return <ChooseForStudentDialog {...dialog} kind={action} startTime={startTime} />;
      })}
    </Section>
  );
}

function actionsFor(
  { classNumber, state, registration }: ClassOnLine,
  next: number | undefined,
  now: Date,
): Action[] {
  if (!registration) {
    return state === 'not needed' || classNumber === next ? ['register'] : [];
  }
  if (state === 'suspended') return ['choose again'];
  if (state === 'done') return [];
  const startsAt = new Date(registration.startTime);
  const actions: Action[] = isPast(startsAt, now) ? ['make up'] : ['move'];
  if (!hasStarted(startsAt, now)) actions.push('cancel');
  actions.push(state === 'excused' ? 'withdraw' : 'excuse');
  // Staff can correct the attendance of students who call to say that they were there.
  return state === 'missed' || state === 'joined' ? [...actions, 'correct'] : actions;
}

function OneClass({
  classNumber,
  state,
  registration,
  actions: [first, ...others],
}: ClassOnLine & { actions: MenuItem[] }) {
  const [label, tone] = states[state];
  return (
    <li
      id={`course-class-${classNumber}`}
      tabIndex={-1}
      className="quiet-links flex flex-col rounded-control bg-page px-3 py-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="whitespace-nowrap font-semibold">Class {classNumber}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {registration && (
        <p className="mt-1 text-sm">
          <TapLink href={pathOfClass(registration.classId)}>
            {formatCompactDate(new Date(registration.startTime))}{' '}
            <span className="sm:block">{formatTime(new Date(registration.startTime))}</span>
          </TapLink>
          {registration.isRescheduled && <span className="text-muted"> (rescheduled)</span>}
        </p>
      )}
      {first && (
        <div className="-mx-1.5 mt-auto flex items-center justify-between print:hidden">
          <DialogButton variant="plain" className="px-1.5! text-link" onClick={first.onSelect}>
            {first.label}
            <span className="sr-only"> Class {classNumber}</span>
          </DialogButton>
          <LazyMenu
            variant="plain"
            size="small"
            className="min-w-11 px-1.5! pointer-fine:min-w-8"
            label={`More for Class ${classNumber}`}
            items={others}
          />
        </div>
      )}
    </li>
  );
}
