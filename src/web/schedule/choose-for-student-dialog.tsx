import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffOffer, StudentClass } from '../../contract/schedule-for-students.ts';
import { UNDO_MOVE_HELD_MS } from '../../course/course.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { ApiError, apiQuery, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { now } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { ChosenTime } from './chosen-time.tsx';
import { Refusal } from './refusal.tsx';
import type { ShownSlot } from './slot-list.tsx';
import { SlotPicker } from './slot-picker.tsx';
import { type SlotWeeks, useChosenSlot, useSlotWeeks } from './use-slot-weeks.ts';

export type ChoiceKind = 'register' | 'move' | 'make up' | 'choose again';

const words: Record<ChoiceKind, { title: string; confirm: string; done: string }> = {
  register: { title: 'Register Class', confirm: 'Register', done: 'registered' },
  move: { title: 'Move Class', confirm: 'Move', done: 'moved' },
  'make up': { title: 'Make Up Class', confirm: 'Make Up', done: 'made up' },
  'choose again': { title: 'Choose a New Time for Class', confirm: 'Choose', done: 'chosen again' },
};

interface ChooseForStudentDialogProps extends DialogControl {
  kind: ChoiceKind;
  student: { id: number; name: string };
  classNumber: number;
  /** When it is now, if it has a time. */
  startTime: string | undefined;
  /** Called after a refusal too: the page is out of date then. */
  onUndone: () => void;
}

/** A class time that staff choose for a student: of those that the student is offered, or over the rules. */
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
  const { chosen, choose } = useChosenSlot(weeks.shown);
  const needsReason = chosen?.verdict === 'with-reason';

  const outcome = {
    onSuccess: async ({ startTime }: StudentClass) => {
      // The page behind shows the new time by the time the dialog is gone.
      await invalidate(client, 'GET /api/admin/people/:id');
      const when = formatSpokenSlot(new Date(startTime));
      toast({
        title: `Class ${classNumber} ${words[kind].done}`,
        description: `${student.name}: ${when}`,
        ...(held && !held.isWaiting && chosen && offerUndo(held.registrationId, chosen.id)),
      });
      onClose();
    },
    onError: (error: Error) => {
      const message = errorMessage(error, 'It could not be saved. Please try again.');
      // What the student has done meanwhile is said where the next choice is made.
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
    if (!chosen) return setProblem('Please choose a class time.');
    if (needsReason && reason.trim() === '')
      return setProblem('Please say why it is done all the same.');
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
    <Dialog
      open={open}
      onClose={onClose}
      busy={isSaving}
      tall
      returnTo={`course-class-${classNumber}`}
      title={`${words[kind].title} ${classNumber}`}
      description={`${student.name} will get an email.${time ?? ''}`}
    >
      <div className="mt-3 mb-auto">
        {offer && offer.problems.length > 0 && (
          <Notice tone="warning" title={offer.problems.join(' ')} className="mb-3">
            {offer.classes.some(({ verdict }) => verdict === 'with-reason') &&
              'You can do it all the same if you give a reason.'}
          </Notice>
        )}
        <Switch
          label="Show times that the rules do not offer"
          checked={showsAll}
          onChange={(checked) => {
            setShowsAll(checked);
            choose(undefined);
            setProblem(undefined);
          }}
        />
        <SlotPicker
          weeks={withShownSlots(weeks, showsAll)}
          weekZero={pacificWeekOf(now())}
          canGoBack={showsAll ? (offer?.canGoBack ?? false) : (weeks.shown?.weekOffset ?? 0) > 0}
          emptyText={
            showsAll ? 'There is no class in this week.' : 'The rules offer no time in this week.'
          }
          onlyCurrentText="Their class is already at this time. This week has no other."
          chosenId={chosen?.id}
          {...(held && !held.isWaiting && { currentId: held.classId })}
          onChoose={(slotId) => {
            choose(slotId);
            setProblem(undefined);
          }}
        />
      </div>
      <DialogActions>
        {problem && <Refusal className="w-full max-sm:order-2">{problem}</Refusal>}
        {chosen && <ChosenTime slot={chosen} className="w-full max-sm:order-1" />}
        {needsReason && (
          <div className="w-full max-sm:order-1">
            <TextField
              label="Reason"
              hint="Staff read it in the history. The student does not."
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
        <Button variant="outline" onClick={onClose} aria-disabled={isSaving}>
          Go Back
        </Button>
        <Button
          disabled={chosen === undefined}
          pending={isSaving}
          pendingText="Saving..."
          onClick={save}
        >
          {words[kind].confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The part of a toast that undoes a move staff made for a student. Moving the class back by hand does the same: the
 * email about the first move waits as long.
 */
function useUndo({ student, classNumber, onUndone }: ChooseForStudentDialogProps) {
  const undo = useApiMutation('POST /api/admin/people/:id/registrations/:registrationId/undo', {
    onSuccess: ({ startTime }) => {
      onUndone();
      const when = formatSpokenSlot(new Date(startTime));
      const description = `${student.name}: class ${classNumber} is ${when} again`;
      toast({ title: 'Change undone', description });
    },
    onError: (error) => {
      onUndone();
      toastError(errorMessage(error, 'The change could not be undone.'));
    },
  });
  return (registrationId: number, newClassId: number) => ({
    action: {
      label: 'Undo',
      spoken: `Undo the change of class ${classNumber}`,
      run: () => undo.mutate({ params: { id: student.id, registrationId }, body: { newClassId } }),
    },
    durationMs: UNDO_MOVE_HELD_MS,
  });
}

/** Those that the student is offered, and the one that they have; or all of them, each with what speaks against it. */
function withShownSlots(
  weeks: SlotWeeks<StaffOffer>,
  showsAll: boolean,
): SlotWeeks<Omit<StaffOffer, 'classes'> & { classes: ShownSlot[] }> {
  const { shown } = weeks;
  if (!shown) return { ...weeks, shown };
  const { held, classes, nextFreeWeek } = shown.offer;
  const isOwn = (id: number) => id === held?.classId && !held.isWaiting;
  const slots = classes
    .filter(({ id, problems }) => showsAll || problems.length === 0 || isOwn(id))
    .map((slot) => ({
      ...slot,
      isRefused: slot.verdict === 'refused',
      ...(showsAll && { dayOfWeek: `${slot.dayOfWeek}, ${slot.classType.toLowerCase()} class` }),
    }));
  const canGoOn = showsAll
    ? shown.offer.canGoOn
    : nextFreeWeek !== null && nextFreeWeek > shown.weekOffset;
  return { ...weeks, shown: { ...shown, offer: { ...shown.offer, classes: slots, canGoOn } } };
}
