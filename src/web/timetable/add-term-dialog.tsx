import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { termBody } from '../../contract/forms.ts';
import type { AdminClass } from '../../contract/timetable.ts';
import { addDays } from '../../course/calendar-date.ts';
import { DEFAULT_TIME_SLOT, MAX_TERM_SLOTS, MAX_TERM_WEEKS } from '../../course/course.ts';
import { WEEKDAYS } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { apiQuery, callApi } from '../api.ts';
import { now } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { SelectField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { countOf } from '../ui/loaded-list.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { asPlaces, datesFrom, instructorOptions, PlacesField, timeSlots } from './class-fields.tsx';
import { CheckedClasses, describeClass, LoadedPreview, Preview } from './preview.tsx';
import { uncached, useClasses, useInstructors } from './queries.ts';

const [, monday] = WEEKDAYS;
const firstSlot = { dayOfWeek: monday, timeSlot: DEFAULT_TIME_SLOT, instructorId: undefined };
const weeks = Array.from({ length: MAX_TERM_WEEKS }, (_, index) => String(index + 1));

export function AddTermDialog(control: DialogControl) {
  const { data: instructors = [] } = useInstructors();
  const { form, field, dialog } = useDialogForm(control, {
    schema: termBody,
    values: { firstDate: '', weeks: 12, places: null, slots: [firstSlot] },
    save: (body) => callApi('POST /api/admin/terms', { query: {}, body }),
    invalidates: ['GET /api/classes/all', 'GET /api/admin/first-steps'],
    toast: (created) => ({ title: `${countAdded(created)} created` }),
    failed: 'We couldn’t create the classes. Please try again.',
  });
  const { register } = form;
  const slots = useFieldArray({ control: form.control, name: 'slots' });
  const typed = useDebounced(JSON.stringify(useWatch({ control: form.control })));
  const { data: body } = termBody.safeParse(JSON.parse(typed));
  const query = useQuery({
    ...apiQuery('POST /api/admin/terms', { query: { dryRun: 'true' }, body: body as never }),
    ...uncached,
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data: classes = [] } = useClasses();
  const weekly = classes.filter((one) => one.classType === 'Weekly' && one.timeSlot);
  const today = pacificDate(now());
  const week = weekly.filter((one) => today < dateOf(one) && dateOf(one) <= addDays(today, 7));
  const repeatWeek = () => {
    form.setValue('firstDate', addDays(weekly.map(dateOf).at(-1) ?? '', 1));
    slots.replace(week.slice(0, MAX_TERM_SLOTS).map(slotOf) as never);
  };
  const addSlot = () => {
    const last = form.getValues('slots').at(-1) ?? firstSlot;
    const dayOfWeek = WEEKDAYS[WEEKDAYS.indexOf(last.dayOfWeek) + 1] ?? WEEKDAYS[0];
    slots.append({ ...last, dayOfWeek });
  };
  return (
    <FormDialog
      {...dialog}
      tall
      title="Add a Term"
      description="Add weekly classes on several days at once. We’ll create all of them or none. All times are in Pacific Time (PT)."
      submitText="Create Classes"
      pendingText="Creating..."
    >
      <div className="grid grid-cols-2 items-start gap-3 *:first:max-sm:col-span-2 sm:grid-cols-3">
        <DateField label="First Day" control={form.control} name="firstDate" {...datesFrom()} />
        <SelectField
          label="Weeks"
          {...register('weeks', { valueAsNumber: true })}
          options={weeks}
        />
        <PlacesField
          {...field('places', asPlaces)}
          hint="Per class. Leave this blank to use the default."
        />
      </div>
      {slots.fields.map(({ id }, index) => (
        <fieldset key={id} className="flex flex-wrap items-end gap-3 [&>div]:flex-[1_1_8rem]">
          <legend className="sr-only">Day and time {index + 1}</legend>
          <SelectField label="Day" {...register(`slots.${index}.dayOfWeek`)} options={WEEKDAYS} />
          <SelectField
            label="Time Slot"
            {...register(`slots.${index}.timeSlot`)}
            options={timeSlots}
          />
          <SelectField
            label="Instructor"
            {...register(`slots.${index}.instructorId`, {
              setValueAs: (value) => Number(value) || undefined,
            })}
            options={instructorOptions(instructors, '')}
          />
          {slots.fields.length > 1 && (
            <Button
              variant="plain"
              aria-label={`Remove day and time ${index + 1}`}
              onClick={() => slots.remove(index)}
            >
              <X aria-hidden className="size-5" />
            </Button>
          )}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3 *:grow">
        {slots.fields.length < MAX_TERM_SLOTS && (
          <Button variant="quiet" onClick={addSlot}>
            Add Another Day and Time
          </Button>
        )}
        {week.length > 0 && (
          <Button variant="quiet" onClick={repeatWeek}>
            Repeat This Week’s Classes
          </Button>
        )}
      </div>
      {!body && <Preview title="Select the first day to see the classes here." lines={[]} />}
      <LoadedPreview query={query}>
        {(classes) => (
          <CheckedClasses
            classes={classes}
            title={`We’ll create ${countAdded(classes)}`}
            lines={classes.map((one) => describeClass(new Date(one.startTime), one.skipped))}
          />
        )}
      </LoadedPreview>
    </FormDialog>
  );
}

const dateOf = ({ startTime }: AdminClass) => pacificDate(new Date(startTime));

function slotOf({ dayOfWeek, timeSlot, instructorId }: AdminClass) {
  return { dayOfWeek, timeSlot, instructorId };
}

function countAdded(planned: { skipped: string | null }[]): string {
  return countOf(planned.filter(({ skipped }) => !skipped).length, 'class', 'classes');
}
