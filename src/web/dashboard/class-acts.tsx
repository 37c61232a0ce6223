import { useQueryClient } from '@tanstack/react-query';
import type { ClassOnLine, PersonPage } from '../../contract/person-page.ts';
import { hasStarted, isPast } from '../../course/class-time.ts';
import { invalidate } from '../api.ts';
import { refetchTimeline } from '../history/queries.ts';
import type { ChoiceKind } from '../schedule/choose-for-student-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { ChooseForStudentDialog } = lazily(
  () => import('../schedule/choose-for-student-dialog.tsx'),
);
const { CancelForStudentDialog } = lazily(
  () => import('../schedule/cancel-for-student-dialog.tsx'),
);
const { ExcuseDialog } = lazily(() => import('../attendance/attendance-dialogs.tsx'));

type Act = ChoiceKind | 'cancel' | 'excuse' | 'withdraw';

const labels: Record<Act, string> = {
  register: 'Register',
  move: 'Move',
  'make up': 'Make up',
  'choose again': 'Choose',
  cancel: 'Cancel',
  excuse: 'Excuse',
  withdraw: 'Withdraw excuse',
};

/** What can be done with each class of somebody's course, and the dialogs in which it is done. */
export function useClassActs(page: PersonPage, canEdit: boolean, now: Date) {
  const client = useQueryClient();
  const acting = useDialog<{ act: Act; classNumber: number }>();
  const canAct = canEdit && page.role === 'student' && page.deactivatedAt === null;
  const next = page.courseLine.find(({ state }) => state === 'to choose')?.classNumber;
  const student = { id: page.id, name: `${page.firstName} ${page.lastName}` };
  const refetch = () => {
    // What a reset took comes back only where nothing else was chosen since.
    invalidate(client, 'GET /api/admin/people/:id/return');
    refetchTimeline(client);
  };
  const close = () => {
    acting.close();
    refetch();
  };
  return {
    buttonsOf(one: ClassOnLine) {
      const acts = canAct ? actsOf(one, next, now) : [];
      if (acts.length === 0) return null;
      return (
        <div className="-mx-1.5 flex w-[calc(100%+0.75rem)] flex-wrap print:hidden">
          {acts.map((each) => (
            <Button
              key={each}
              variant="ghost"
              size="small"
              className="px-1.5! text-link"
              aria-haspopup="dialog"
              onClick={() => acting.open({ act: each, classNumber: one.classNumber })}
            >
              {labels[each]}
              <span className="sr-only"> class {one.classNumber}</span>
            </Button>
          ))}
        </div>
      );
    },
    dialogs: acting.render(({ open }, { act, classNumber }) => {
      // By number, so that the dialog sees it as the page has it now.
      const { registration } = page.courseLine.find((one) => one.classNumber === classNumber) ?? {};
      const dialog = { student, classNumber, open, onClose: close };
      if (act === 'cancel') {
        return registration && <CancelForStudentDialog {...dialog} registration={registration} />;
      }
      if (act === 'excuse' || act === 'withdraw') {
        const isWithdrawal = act === 'withdraw';
        return registration && <ExcuseDialog {...dialog} {...{ registration, isWithdrawal }} />;
      }
      return (
        <ChooseForStudentDialog
          {...dialog}
          kind={act}
          startTime={registration?.startTime}
          onUndone={() => {
            invalidate(client, 'GET /api/admin/people/:id');
            refetch();
          }}
        />
      );
    }),
  };
}

/** Of the numbers without a time, the next one can be registered, and one that was left out. */
function actsOf(
  { classNumber, state, registration }: ClassOnLine,
  next: number | undefined,
  now: Date,
): Act[] {
  if (!registration) {
    return state === 'not needed' || classNumber === next ? ['register'] : [];
  }
  if (state === 'waiting') return ['choose again'];
  if (state === 'done') return [];
  const startsAt = new Date(registration.startTime);
  const acts: Act[] = isPast(startsAt, now) ? ['make up'] : ['move'];
  if (!hasStarted(startsAt, now)) acts.push('cancel');
  return [...acts, state === 'excused' ? 'withdraw' : 'excuse'];
}
