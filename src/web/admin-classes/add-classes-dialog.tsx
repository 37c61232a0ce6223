import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addYear } from '../../course/calendar-date.ts';
import { canAddClassOn } from '../../course/class-dates.ts';
import { planClassSeries } from '../../course/class-series.ts';
import { SERIES_COUNTS, type SeriesCount } from '../../course/course.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { now } from '../server-clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ClassFields } from './class-fields.tsx';
import { type ClassFormInput, classForm, emptyClassForm, instructorOf } from './class-form.ts';
import { FailedClasses, SeriesPreview } from './series-preview.tsx';
import { useClassCreation } from './use-class-creation.ts';

interface AddClassesDialogProps {
  open: boolean;
  onClose: () => void;
}

export function AddClassesDialog({ open, onClose }: AddClassesDialogProps) {
  const [isCreating, setCreating] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isCreating}
      title="Add Classes"
      description="One class, or one a week from the date you choose. All times are Pacific Time (PT)."
    >
      <AddClassesForm onClose={onClose} onBusy={setCreating} />
    </Dialog>
  );
}

interface AddClassesFormProps {
  onClose: () => void;
  onBusy: (isCreating: boolean) => void;
}

/** Inside the dialog, so that each time it opens it begins anew. */
function AddClassesForm({ onClose, onBusy }: AddClassesFormProps) {
  const form = useForm({ resolver: zodResolver(classForm), defaultValues: emptyClassForm });
  const creation = useClassCreation({ onBusy, onDone: onClose });
  const values = useWatch({ control: form.control });
  const { isCreating, made, failed } = creation;
  const [today] = useState(() => pacificDate(now()));
  const planned = planOf({ ...emptyClassForm, ...values });
  // What has been made already is not made again by another try.
  const plan = failed
    ? planned.filter(({ weekIndex }) => failed.some((one) => one.weekIndex === weekIndex))
    : planned;
  const isRest = failed !== undefined && made > 0;
  const limits = {
    today,
    earliest: today,
    latest: addYear(addYear(today)),
    canPick: (date: string) => canAddClassOn(date, today),
  };

  return (
    <DialogForm
      onSubmit={form.handleSubmit((chosen) =>
        creation.create(plan, { classType: chosen.classType, ...instructorOf(chosen) }),
      )}
      onCancel={onClose}
      submitText={submitTextFor(plan.length, isRest)}
      pendingText="Creating..."
      isSaving={isCreating}
    >
      <ClassFields form={form} limits={limits} onDateChange={creation.startOver} />
      <SelectField
        label="Add Multiple"
        {...form.register('count', { onChange: creation.startOver })}
        options={counts}
      />
      {failed && !isCreating && <FailedClasses made={made} failed={failed} />}
      <SeriesPreview plan={plan} made={isCreating ? made : undefined} isRest={isRest} />
    </DialogForm>
  );
}

const counts = SERIES_COUNTS.map((count) => ({
  value: String(count),
  label: count === 0 ? 'Single Class' : `${count} classes`,
}));

function planOf({ pacificDate: date, timeSlot, count }: ClassFormInput) {
  return date ? planClassSeries(date, timeSlot, Number(count) as SeriesCount) : [];
}

function submitTextFor(count: number, isRest: boolean): string {
  if (isRest) return `Create the Other ${count}`;
  return count > 1 ? `Create ${count} Classes` : 'Create Class';
}
