import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type PlannedClass, planClassSeries } from '../../course/class-series.ts';
import { hasStarted } from '../../course/class-time.ts';
import { type SkippedDate, skipClosed } from '../../course/closed-dates.ts';
import { type ClassType, SERIES_COUNTS } from '../../course/course.ts';
import { formatCompactDate, formatMonthDay, formatTime } from '../../course/format-time.ts';
import { callApi, errorMessage, handleAuthError, invalidate } from '../api.ts';
import { now } from '../server-clock.ts';
import { SelectField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import {
  ClassFields,
  type ClassFormInput,
  classForm,
  datesFrom,
  emptyClassForm,
  instructorOf,
  timeHasPassed,
} from './class-fields.tsx';
import { useClosedDates } from './queries.ts';

interface FailedClass extends PlannedClass {
  reason: string;
}

interface SharedFields {
  classType: ClassType;
  instructorId?: number;
}

export function AddClassesDialog(control: DialogControl) {
  const client = useQueryClient();
  const [createdCount, setCreatedCount] = useState(0);
  // The classes that couldn't be created. Only these are retried.
  const [failed, setFailed] = useState<FailedClass[]>();
  const { data: closed = [] } = useClosedDates();
  const restart = () => {
    setCreatedCount(0);
    setFailed(undefined);
  };
  const createOne = async ({ startsAt, ...planned }: PlannedClass, shared: SharedFields) => {
    try {
      await callApi('POST /api/classes/test', { body: { ...planned, ...shared } });
      setCreatedCount((count) => count + 1);
      return [];
    } catch (error) {
      handleAuthError(client, error as Error);
      return [
        { startsAt, ...planned, reason: errorMessage(error, 'We couldn’t create this class.') },
      ];
    }
  };
  const planFor = (values: Partial<ClassFormInput>) => {
    const { planned, skipped } = skipClosed(planOf({ ...emptyClassForm, ...values }), closed);
    const isLeft = ({ weekIndex }: PlannedClass) =>
      !failed || failed.some((one) => one.weekIndex === weekIndex);
    return { plan: planned.filter(isLeft), skipped };
  };
  const { form, dialog } = useDialogForm({
    schema: classForm,
    values: emptyClassForm,
    ask: (chosen) => {
      const { plan, skipped } = planFor(chosen);
      const [first] = skipped;
      if (plan.length === 0 && first) {
        const message = `${formatMonthDay(first.date)} is a closed day: ${first.name}.`;
        form.setError('pacificDate', { message }, { shouldFocus: true });
      } else if (plan.some(isOver)) form.setFocus('timeSlot');
      else return false;
      return true;
    },
    save: async (chosen) => {
      const { plan } = planFor(chosen);
      const shared = { classType: chosen.classType, ...instructorOf(chosen) };
      const failures = await Promise.all(plan.map((one) => createOne(one, shared)));
      return { total: plan[0]?.totalCount ?? 0, failures: failures.flat() };
    },
    invalidates: ['GET /api/classes/all'],
    toast: ({ total, failures }) =>
      failures.length > 0
        ? {
            title: 'Error',
            description: describeResult(total - failures.length, failures),
            variant: 'destructive',
          }
        : { title: `${total} class(es) created successfully` },
    onSaved: ({ failures }) => {
      invalidate(client, 'GET /api/admin/first-steps');
      if (failures.length > 0) setFailed(failures);
      else control.onClose();
    },
    failed: 'We couldn’t create the classes. Please try again.',
    ...control,
  });
  const { plan, skipped } = planFor(useWatch({ control: form.control }));
  const isRest = failed !== undefined && createdCount > 0;
  return (
    <FormDialog
      {...dialog}
      title="Add Classes"
      description="Add one class, or one a week starting on the date you choose. All times are Pacific Time (PT)."
      cancelText={isRest ? 'Close' : undefined}
      submitText={submitTextFor(plan.length, isRest)}
      pendingText="Creating..."
    >
      <ClassFields
        form={form}
        limits={datesFrom()}
        timeProblem={plan.some(isOver) ? timeHasPassed : undefined}
        onDateChange={restart}
      />
      <SelectField
        label="Add Multiple"
        {...form.register('count', { onChange: restart })}
        options={counts}
      />
      {failed && !dialog.isSaving && <FailedClasses createdCount={createdCount} failed={failed} />}
      <SeriesPreview
        plan={plan}
        skipped={skipped}
        createdCount={dialog.isSaving ? createdCount : undefined}
        isRest={isRest}
      />
    </FormDialog>
  );
}

const isOver = ({ startsAt }: PlannedClass) => hasStarted(startsAt, now());

const counts = SERIES_COUNTS.map((count) => ({
  value: String(count),
  label: count === 0 ? 'Single Class' : `${count} classes`,
}));

function planOf({ pacificDate: date, timeSlot, count }: ClassFormInput) {
  return date ? planClassSeries(date, timeSlot, Number(count)) : [];
}

function submitTextFor(count: number, isRest: boolean): string {
  if (isRest) return `Create the Other ${count}`;
  return count > 1 ? `Create ${count} Classes` : 'Create Class';
}

interface SeriesPreviewProps {
  plan: PlannedClass[];
  skipped: SkippedDate[];
  /** The number of classes created so far, or undefined unless the dialog is saving. */
  createdCount: number | undefined;
  isRest: boolean;
}

function SeriesPreview({ plan, skipped, createdCount, isRest }: SeriesPreviewProps) {
  if (plan.length + skipped.length === 0) return null;
  const noun = plan.length === 1 ? 'class' : 'classes';
  return (
    <section aria-label="Preview" className="rounded-control bg-neutral-soft px-4 py-3">
      <p className="mb-1 font-semibold text-sm" role="status">
        {createdCount === undefined
          ? `We’ll create ${plan.length} ${isRest ? 'other ' : ''}${noun}`
          : `${createdCount} of ${plan[0]?.totalCount} created`}
      </p>
      <ol className="grid gap-x-4 text-[0.8125rem]/6 sm:grid-cols-2">
        {plan.map(({ weekIndex, startsAt }) => (
          <li key={weekIndex}>
            {formatCompactDate(startsAt)} · {formatTime(startsAt)}
            {hasStarted(startsAt, now()) && <span className="text-danger"> (in the past)</span>}
          </li>
        ))}
      </ol>
      {skipped.map(({ date, name }) => (
        <p key={date} className="text-[0.8125rem]/6 text-warning">
          Skipped: {name}, {formatMonthDay(date)}
        </p>
      ))}
    </section>
  );
}

/** The dialog stays open to show these classes, because another time or instructor may work. */
function FailedClasses(props: { createdCount: number; failed: FailedClass[] }) {
  const { createdCount, failed } = props;
  return (
    <div role="alert" className="rounded-control bg-danger-soft px-4 py-3 text-sm">
      <p className="font-semibold text-danger">{describeResult(createdCount, failed)}</p>
      {failed[0]?.totalCount !== 1 && (
        <ul className="mt-1">
          {failed.map(({ weekIndex, startsAt, reason }) => (
            <li key={weekIndex}>
              {formatCompactDate(startsAt)} at {formatTime(startsAt)}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeResult(createdCount: number, failed: FailedClass[]): string {
  const [first] = failed;
  if (first?.totalCount === 1) return first.reason;
  return `We created ${createdCount} of ${createdCount + failed.length} classes. ${failed.length} failed.`;
}
