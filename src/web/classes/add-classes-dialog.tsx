import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addYear } from '../../course/calendar-date.ts';
import { canAddClassOn } from '../../course/class-dates.ts';
import { planClassSeries } from '../../course/class-series.ts';
import { hasStarted } from '../../course/class-time.ts';
import { SERIES_COUNTS, type SeriesCount } from '../../course/course.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { now } from '../server-clock.ts';
import { DialogForm, FormDialog, schemaResolver } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import { ClassFields } from './class-fields.tsx';
import {
  type ClassFormInput,
  classForm,
  emptyClassForm,
  instructorOf,
  timeHasPassed,
} from './class-form.ts';
import { FailedClasses, SeriesPreview } from './series-preview.tsx';
import { useClassCreation } from './use-class-creation.ts';

interface AddClassesDialogProps {
  open: boolean;
  onClose: () => void;
}

export function AddClassesDialog({ open, onClose }: AddClassesDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Classes"
      description="One class, or one a week from the date you choose. All times are Pacific Time (PT)."
    >
      <AddClassesForm onClose={onClose} />
    </FormDialog>
  );
}

interface AddClassesFormProps {
  onClose: () => void;
}

function AddClassesForm({ onClose }: AddClassesFormProps) {
  const form = useForm({
    resolver: schemaResolver(classForm),
    defaultValues: emptyClassForm,
  });
  const creation = useClassCreation(onClose);
  const values = useWatch({ control: form.control });
  const { isCreating, createdCount, failed } = creation;
  const [today] = useState(() => pacificDate(now()));
  const planned = planOf({ ...emptyClassForm, ...values });
  // After a partial failure only the classes that failed are created again.
  const plan = failed
    ? planned.filter(({ weekIndex }) => failed.some((one) => one.weekIndex === weekIndex))
    : planned;
  const isRest = failed !== undefined && createdCount > 0;
  const hasPassed = plan.some(({ startsAt }) => hasStarted(startsAt, now()));
  const limits = {
    today,
    earliest: today,
    latest: addYear(addYear(today)),
    canPick: (date: string) => canAddClassOn(date, today),
  };

  return (
    <DialogForm
      onSubmit={form.handleSubmit((chosen) => {
        if (hasPassed) return form.setFocus('timeSlot');
        creation.create(plan, { classType: chosen.classType, ...instructorOf(chosen) });
      })}
      onCancel={onClose}
      cancelText={isRest ? 'Close' : undefined}
      submitText={submitTextFor(plan.length, isRest)}
      pendingText="Creating..."
      isSaving={isCreating}
      isDirty={form.formState.isDirty}
    >
      <ClassFields
        form={form}
        limits={limits}
        timeProblem={hasPassed ? timeHasPassed : undefined}
        onDateChange={creation.reset}
      />
      <SelectField
        label="Add Multiple"
        {...form.register('count', { onChange: creation.reset })}
        options={counts}
      />
      {failed && !isCreating && <FailedClasses createdCount={createdCount} failed={failed} />}
      <SeriesPreview
        plan={plan}
        createdCount={isCreating ? createdCount : undefined}
        isRest={isRest}
      />
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
