import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type PlannedClass, planClassSeries } from '../../course/class-series.ts';
import { hasStarted } from '../../course/class-state.ts';
import { markClosed } from '../../course/closed-dates.ts';
import { SERIES_COUNTS } from '../../course/course.ts';
import { formatCompactDate, formatMonthDay, formatTime } from '../../course/format-time.ts';
import { callApi, errorMessage, useFreshQuery } from '../api.ts';
import { handleAuthError } from '../auth.tsx';
import { now } from '../server-clock.ts';
import { type Option, SelectField } from '../ui/field.tsx';
import { FormDialog, FormNotice } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import {
  ClassFields,
  type ClassFormInput,
  classForm,
  emptyClassForm,
  instructorOf,
} from './class-fields.tsx';
import { describeClass, Preview } from './preview.tsx';

interface FailedClass extends PlannedClass {
  reason: string;
}

export function AddClassesDialog(control: DialogControl) {
  const client = useQueryClient();
  // These classes couldn't be created. Submitting the form again retries only these.
  const [failed, setFailed] = useState<FailedClass[]>([]);
  const { data: closed = [] } = useFreshQuery('GET /api/admin/closed-dates');
  const restart = () => setFailed([]);
  const planFor = (values: Partial<ClassFormInput>) => {
    const { pacificDate: date, timeSlot, count } = { ...emptyClassForm, ...values };
    const planned = date ? planClassSeries(date, timeSlot, Number(count)) : [];
    const marked = markClosed(planned, closed);
    const skipped = marked.filter((one) => one.skipped);
    const totalCount = marked.length - skipped.length;
    const plan = marked
      .filter((one) => !one.skipped)
      .filter((one) => failed.length === 0 || failed.some((o) => o.weekIndex === one.weekIndex))
      .map(({ skipped: _, ...one }) => ({ ...one, totalCount }));
    return { plan, skipped };
  };
  const { form, dialog } = useDialogForm(control, {
    schema: classForm,
    values: emptyClassForm,
    ask: (chosen) => {
      const { plan, skipped } = planFor(chosen);
      const [first] = skipped;
      if (plan.length === 0 && first) {
        const message = `There are no classes on ${formatMonthDay(chosen.pacificDate)}: ${first.skipped}.`;
        form.setError('pacificDate', { message }, { shouldFocus: true });
      } else if (plan.some(isOver)) form.setFocus('timeSlot');
      else return false;
      return true;
    },
    save: async (chosen) => {
      const { plan } = planFor(chosen);
      const { classType, places } = chosen;
      const shared = { classType, places, ...instructorOf(chosen) };
      const createOne = async ({ startsAt, ...planned }: PlannedClass) => {
        try {
          await callApi('POST /api/classes/test', { body: { ...planned, ...shared } });
          return [];
        } catch (error) {
          handleAuthError(client, error as Error);
          const reason = errorMessage(error, 'We couldn’t create this class.');
          return [{ startsAt, ...planned, reason }];
        }
      };
      const failures = await Promise.all(plan.map(createOne));
      return { total: plan[0]?.totalCount ?? 0, failures: failures.flat() };
    },
    invalidates: ['GET /api/classes/all', 'GET /api/admin/first-steps'],
    toast: ({ total, failures }) =>
      failures.length > 0
        ? {
            title: 'Error',
            description: describeResult(failures),
            variant: 'destructive',
          }
        : { title: `${total} class(es) created successfully` },
    onSaved: ({ failures }) => {
      setFailed(failures);
      if (failures.length === 0) control.onClose();
    },
    failed: 'We couldn’t create the classes. Please try again.',
  });
  const { plan, skipped } = planFor(useWatch({ control: form.control }));
  const isRest = failed.length > 0 && failed.length !== failed[0]?.totalCount;
  const noun = plan.length === 1 ? 'class' : 'classes';
  return (
    <FormDialog
      {...dialog}
      title="Add Classes"
      description="Add one class, or one a week starting on the date you choose. All times are in Pacific Time (PT)."
      cancelText={isRest ? 'Close' : undefined}
      submitText={submitTextFor(plan.length, isRest)}
      pendingText="Creating..."
      notice={failed.length > 0 && !dialog.isSaving && <FailedClasses failed={failed} />}
    >
      <ClassFields form={form} hasPassed={plan.some(isOver)} onDateChange={restart} />
      <SelectField
        label="Add Multiple"
        {...form.register('count', { onChange: restart })}
        options={counts}
      />
      {plan.length + skipped.length > 0 && (
        <Preview
          title={`We’ll create ${plan.length} ${isRest ? 'other ' : ''}${noun}`}
          lines={[
            ...plan.map(({ startsAt }) => describeClass(startsAt, null)),
            ...skipped.map((one) => describeClass(one.startsAt, one.skipped)),
          ]}
        />
      )}
    </FormDialog>
  );
}

const isOver = ({ startsAt }: PlannedClass) => hasStarted(startsAt, now());

const counts = SERIES_COUNTS.map(
  (count): Option => [String(count), count === 0 ? 'Single Class' : `${count} classes`],
);

function submitTextFor(count: number, isRest: boolean): string {
  if (isRest) return `Create the Other ${count}`;
  return count > 1 ? `Create ${count} Classes` : 'Create Class';
}

/** The dialog stays open to show these classes, because another time or instructor may work. */
function FailedClasses({ failed }: { failed: FailedClass[] }) {
  return (
    <FormNotice title={describeResult(failed)}>
      {failed[0]?.totalCount !== 1 && (
        <ul className="mt-1">
          {failed.map(({ weekIndex, startsAt, reason }) => (
            <li key={weekIndex}>
              {formatCompactDate(startsAt)} at {formatTime(startsAt)}: {reason}
            </li>
          ))}
        </ul>
      )}
    </FormNotice>
  );
}

function describeResult(failed: FailedClass[]): string {
  const { totalCount = 0, reason = '' } = failed[0] ?? {};
  if (totalCount === 1) return reason;
  return `We created ${totalCount - failed.length} of ${totalCount} classes. ${failed.length} failed.`;
}
