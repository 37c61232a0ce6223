import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AdminClass } from '../../contract/admin-classes.ts';
import { canMoveClassTo, latestEditDate } from '../../course/class-dates.ts';
import type { TimeSlot } from '../../course/course.ts';
import {
  dayOfWeekOn,
  formatSpokenSlot,
  pacificDate,
  pacificNoonText,
} from '../../course/pacific-time.ts';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { showRefusal } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';
import { useSaving } from '../ui/use-saving.ts';
import { ClassFields } from './class-fields.tsx';
import { classForm, emptyClassForm, instructorOf, noInstructor } from './class-form.ts';
import { DeleteClass } from './delete-class.tsx';

interface EditClassDialogProps {
  aClass: AdminClass;
  open: boolean;
  onClose: () => void;
}

export function EditClassDialog({ aClass, open, onClose }: EditClassDialogProps) {
  const [isSaving, setSaving] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isSaving}
      returnTo="main"
      title="Edit Class"
      description={`${aClass.topic}, ${formatSpokenSlot(new Date(aClass.startTime))}.`}
    >
      <EditClassForm aClass={aClass} onClose={onClose} onBusy={setSaving} />
    </Dialog>
  );
}

interface EditClassFormProps {
  aClass: AdminClass;
  onClose: () => void;
  onBusy: (isSaving: boolean) => void;
}

function EditClassForm({ aClass, onClose, onBusy }: EditClassFormProps) {
  const { instructorId, instructorFirstName, registrationCount } = aClass;
  const form = useForm({ resolver: zodResolver(classForm), defaultValues: valuesOf(aClass) });
  const [isDeleting, setDeleting] = useState(false);
  const { isSaving, save } = useSaving('PATCH /api/classes/:id', {
    lists: ['GET /api/classes/all'],
    onBusy,
    onSaved: () => {
      toast({ title: 'Class updated successfully' });
      onClose();
    },
    onRefused: (error) => showRefusal(form, error, 'Failed to update class'),
  });
  const submit = form.handleSubmit((values) => {
    const { pacificDate: date, timeSlot, classType } = values;
    const chosen = { timeSlot, classType, ...instructorOf(values) };
    save({
      params: { id: aClass.id },
      body: { pacificDate: pacificNoonText(date), dayOfWeek: dayOfWeekOn(date), ...chosen },
    });
  });

  return (
    <>
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submitText="Update Class"
        pendingText="Updating..."
        isSaving={isSaving}
        problem={form.formState.errors.root?.message}
        aside={
          <Button
            variant="caution"
            className="sm:mr-auto"
            aria-haspopup="dialog"
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        }
      >
        <ClassFields
          form={form}
          limits={limitsOf(aClass)}
          current={instructorId ? { id: instructorId, name: instructorFirstName ?? '' } : undefined}
        />
        {registrationCount > 0 && (
          <p className="rounded-control bg-info-soft px-4 py-3 text-sm">
            {registrationCount === 1 ? '1 student is' : `${registrationCount} students are`}{' '}
            registered. If the time changes they move with the class and are told by email.
          </p>
        )}
      </DialogForm>
      <DeleteClass
        aClass={aClass}
        open={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onClose}
      />
    </>
  );
}

function valuesOf({ startTime, timeSlot, classType, instructorId }: AdminClass) {
  return {
    ...emptyClassForm,
    pacificDate: pacificDate(new Date(startTime)),
    // One that was made elsewhere may begin at another time: then a slot has to be chosen.
    timeSlot: (timeSlot ?? '') as TimeSlot,
    classType,
    instructor: instructorId ? String(instructorId) : noInstructor,
  };
}

function limitsOf({ startTime }: AdminClass) {
  const today = pacificDate(now());
  const ownDate = pacificDate(new Date(startTime));
  const move = { ownDate, today, override: site.classEditLatest };
  const latest = latestEditDate(today, site.classEditLatest);
  return {
    today,
    earliest: ownDate < today ? ownDate : today,
    latest: ownDate > latest ? ownDate : latest,
    canPick: (date: string) => canMoveClassTo(date, move),
  };
}
