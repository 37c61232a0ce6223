import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffOffer, StudentClass } from '../../contract/schedule-for-students.ts';
import { UNDO_MOVE_HELD_MS } from '../../course/course.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { ApiError, apiQuery, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { now } from '../server-clock.ts';
import { focusWhenShown } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { useAction } from '../ui/use-action.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { SlotDialog } from './slot-dialog.tsx';
import type { ShownSlot } from './slot-list.tsx';
import { type SlotWeeks, useChosenSlot, useSlotWeeks } from './use-slot-weeks.ts';

export type ChoiceKind = 'register' | 'move' | 'make up' | 'choose again';

const texts: Record<ChoiceKind, { title: string; confirm: string; done: string }> = {
  register: { title: 'Register for Class', confirm: 'Register', done: 'Registered for Class' },
  move: { title: 'Move Class', confirm: 'Move', done: 'Moved Class' },
  'make up': {
    title: 'Make Up Class',
    confirm: 'Schedule Makeup',
    done: 'Scheduled a makeup for Class',
  },
  'choose again': {
    title: 'Pick a New Time for Class',
    confirm: 'Save New Time',
    done: 'Saved a new time for Class',
  },
};

interface ChooseForStudentDialogProps extends DialogControl {
  kind: ChoiceKind;
  student: { id: number; name: string };
  classNumber: number;
  startTime: string | undefined;
}

export function ChooseForStudentDialog(props: ChooseForStudentDialogProps) {
  const { kind, student, classNumber, startTime, open, onClose } = props;
  const offerUndo = useUndo(props);
  const client = useQueryClient();
  const [showsAll, setShowsAll] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const weeks = useSlotWeeks<StaffOffer>({
    queryOf: (weekOffset) =>
      apiQuery('GET /api/admin/people/:id/class-times/:classNumber', {
        params: { id: student.id, classNumber },
        query: { weekOffset },
      }),
    targetOf: () => classNumber,
    firstWeek: ({ firstFutureWeek }, weekOffset) => firstFutureWeek ?? weekOffset,
  });
  const offer = weeks.shown?.offer;
  const held = offer?.held ?? null;
  const { chosen, choose } = useChosenSlot(weeks.shown, true);
  const needsReason = chosen?.verdict === 'with-reason';
  const pick = (slotId: number | undefined) => {
    choose(slotId);
    setProblem(undefined);
  };

  const outcome = {
    onSuccess: async ({ startTime }: StudentClass) => {
      // Wait for the refetch, so that the page already shows the new time when the dialog closes.
      await invalidate(client, 'GET /api/admin/people/:id');
      const when = formatSpokenSlot(new Date(startTime));
      toast({
        title: `${texts[kind].done} ${classNumber}`,
        description: `${student.name}: ${when}`,
        ...(held && !held.isSuspended && chosen && offerUndo(held.registrationId, chosen.id)),
      });
      onClose();
    },
    onError: (error: Error) => {
      const message = errorMessage(error, 'We couldn’t save this. Please try again.');
      if (error instanceof ApiError && error.current !== undefined) setProblem(message);
      else toastError(message);
      weeks.refetch();
      invalidate(client, 'GET /api/admin/people/:id');
    },
  };
  const register = useApiMutation('POST /api/admin/people/:id/class-times/:classNumber', outcome);
  const move = useApiMutation('PATCH /api/admin/people/:id/registrations/:registrationId', outcome);
  const isSaving = register.isPending || move.isPending;
  const save = () => {
    if (!chosen) return setProblem('Please pick a class time.');
    if (needsReason && reason.trim() === '') return setProblem('Please give a reason.');
    setProblem(undefined);
    const body = { classId: chosen.id, ...(needsReason && { reason }) };
    if (!held) return register.mutate({ params: { id: student.id, classNumber }, body });
    const params = { id: student.id, registrationId: held.registrationId };
    return move.mutate({ params, ifMatch: held.version, body });
  };

  const time =
    startTime &&
    ` The class ${kind === 'move' ? 'is' : 'was'} on ${formatSpokenSlot(new Date(startTime))}.`;
  return (
    <SlotDialog
      open={open}
      onClose={onClose}
      returnTo={`course-class-${classNumber}`}
      title={`${texts[kind].title} ${classNumber}`}
      description={`${student.name} will get an email.${time ?? ''}`}
      options={
        <>
          {offer && offer.problems.length > 0 && (
            <Notice tone="warning" title={offer.problems.join(' ')} className="mb-3">
              {offer.classes.some(({ verdict }) => verdict === 'with-reason') &&
                'You can still do this if you give a reason.'}
            </Notice>
          )}
          <Switch
            label="Show times that don’t fit the rules"
            checked={showsAll}
            onChange={(checked) => {
              setShowsAll(checked);
              pick(undefined);
            }}
          />
        </>
      }
      weeks={withShownSlots(weeks, showsAll)}
      classNumber={classNumber}
      weekZero={pacificWeekOf(now())}
      canGoBack={showsAll ? (offer?.canGoBack ?? false) : (weeks.shown?.weekOffset ?? 0) > 0}
      emptyText={showsAll ? 'There are no classes this week.' : 'No times fit the rules this week.'}
      onlyCurrentText="This is the student’s current time. There are no other times this week."
      chosen={chosen}
      currentId={held && !held.isSuspended ? held.classId : undefined}
      onChoose={pick}
      problem={
        problem && (
          <p
            // Focus the problem, because the button that had focus may be gone.
            ref={focusWhenShown}
            role="alert"
            tabIndex={-1}
            className="w-full rounded-control border border-danger bg-danger-soft px-4 py-3 text-center font-medium text-danger text-sm max-sm:order-2"
          >
            {problem}
          </p>
        )
      }
      isSaving={isSaving}
      cancelText="Go Back"
      confirmText={texts[kind].confirm}
      pendingText="Saving..."
      onConfirm={save}
    >
      {needsReason && (
        <div className="w-full max-sm:order-1">
          <p className="not-empty:mb-2 font-medium">
            {chosen.isFull && chosen.places !== null
              ? `This class is full (${chosen.places - (chosen.placesLeft ?? 0)} of ${chosen.places}). Add ${student.name} anyway?`
              : chosen.problems.join(' ')}
          </p>
          <TextField
            label="Reason"
            hint="Staff can see this in the history. The student can’t."
            autoComplete="off"
            maxLength={300}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setProblem(undefined);
            }}
          />
        </div>
      )}
    </SlotDialog>
  );
}

/** The email about the move isn't sent until the undo period ends. */
function useUndo({ student, classNumber }: ChooseForStudentDialogProps) {
  const undo = useAction('POST /api/admin/people/:id/registrations/:registrationId/undo', {
    invalidates: ['GET /api/admin/people/:id', 'GET /api/admin/people/:id/return'],
    // Refetch the timeline again later, because jobs send the messages about the change after a delay.
    later: ['GET /api/admin/people/:id/timeline'],
    toast: ({ startTime }) => ({
      title: 'Change undone',
      description: `${student.name}: Class ${classNumber} is back on ${formatSpokenSlot(new Date(startTime))}`,
    }),
    failed: 'We couldn’t undo the change.',
  });
  return (registrationId: number, newClassId: number) => ({
    action: {
      label: 'Undo',
      spoken: `Undo the change to Class ${classNumber}`,
      run: () => undo.mutate({ params: { id: student.id, registrationId }, body: { newClassId } }),
    },
    durationMs: UNDO_MOVE_HELD_MS,
  });
}

const breaksRule = ({ problems, isFull }: StaffOffer['classes'][number]) =>
  problems.length > (isFull ? 1 : 0);

/** Unless `showsAll` is set, hides times that break a rule, but not full classes or the student's current time. */
function withShownSlots(
  weeks: SlotWeeks<StaffOffer>,
  showsAll: boolean,
): SlotWeeks<Omit<StaffOffer, 'classes'> & { classes: ShownSlot[] }> {
  const { shown } = weeks;
  if (!shown) return { ...weeks, shown };
  const { held, classes, nextFreeWeek } = shown.offer;
  const isOwn = (id: number) => id === held?.classId && !held.isSuspended;
  const slots = classes
    .filter((slot) => showsAll || !breaksRule(slot) || isOwn(slot.id))
    .map((slot) => ({
      ...slot,
      isRefused: slot.verdict === 'refused',
      canOverbook: true,
      // The dialog says which rule only once a time is chosen, because many times may break the same one.
      ...(slot.verdict === 'with-reason' && breaksRule(slot) && { problems: ['Needs a reason.'] }),
      ...(showsAll && { dayOfWeek: `${slot.dayOfWeek}, ${slot.classType.toLowerCase()} class` }),
    }));
  const canGoOn = showsAll
    ? shown.offer.canGoOn
    : nextFreeWeek !== null && nextFreeWeek > shown.weekOffset;
  return { ...weeks, shown: { ...shown, offer: { ...shown.offer, classes: slots, canGoOn } } };
}
