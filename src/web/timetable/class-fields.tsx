import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { classTime, places } from '../../contract/forms.ts';
import type { AdminClass } from '../../contract/timetable.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { canMoveClassTo, latestEditDate } from '../../course/class-dates.ts';
import {
  CLASS_TYPES,
  DEFAULT_CLASS_TYPE,
  DEFAULT_TIME_SLOT,
  SERIES_COUNTS,
  TIME_SLOTS,
} from '../../course/course.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import type { CalendarLimits } from '../ui/calendar.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DateField } from '../ui/date-field.tsx';
import { anyDate } from '../ui/date-picker.tsx';
import { type Option, SelectField, TextField } from '../ui/field.tsx';
import { bindFields } from '../ui/use-dialog-form.tsx';
import { useInstructors } from './queries.ts';

export const noInstructor = 'none';

export const classForm = z.extend(classTime, {
  instructor: z.string(),
  places,
  count: z.enum(SERIES_COUNTS.map(String)),
});
export type ClassFormInput = z.infer<typeof classForm>;

export const emptyClassForm = {
  pacificDate: '' as CalendarDate,
  timeSlot: DEFAULT_TIME_SLOT,
  classType: DEFAULT_CLASS_TYPE,
  instructor: noInstructor,
  places: null as number | null,
  count: String(SERIES_COUNTS[0]),
} satisfies ClassFormInput;

export const labelOfSlot = (slot: string) => slot.replace(/(?=[AP]M)/, ':00 ');

export function instructorOf({ instructor }: Pick<ClassFormInput, 'instructor'>): {
  instructorId?: number;
} {
  return instructor === noInstructor ? {} : { instructorId: Number(instructor) };
}

export function datesFrom(earliest = pacificDate(now())): CalendarLimits {
  return { ...anyDate(), earliest, canPick: (date) => date >= earliest };
}

function datesOf({ startTime }: AdminClass): CalendarLimits {
  const today = pacificDate(now());
  const ownDate = pacificDate(new Date(startTime));
  const move = { ownDate, today, override: site.classEditLatest };
  const latest = latestEditDate(today, site.classEditLatest);
  return {
    today,
    earliest: ownDate < today ? ownDate : today,
    latest: ownDate > latest ? ownDate : latest,
    canPick: (date) => canMoveClassTo(date, move),
  };
}

type Instructor = { id: number; name: string };

interface ClassFieldsProps {
  form: UseFormReturn<ClassFormInput>;
  /** Missing for a new class. */
  courseClass?: AdminClass;
  hasPassed: boolean;
  onDateChange?: () => void;
}

export function ClassFields(props: ClassFieldsProps) {
  const { form, courseClass, hasPassed, onDateChange } = props;
  const field = bindFields(form);
  const { data: instructors, isError } = useInstructors();
  const timeSlot = field('timeSlot');
  const timeProblem = hasPassed ? 'This time has passed. Please choose a later one.' : undefined;
  return (
    <>
      <DateField
        label="Date"
        control={form.control}
        name="pacificDate"
        onPick={onDateChange}
        {...(courseClass ? datesOf(courseClass) : datesFrom())}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Time Slot"
          {...timeSlot}
          error={timeSlot.error ?? timeProblem}
          options={timeSlots}
        />
        <SelectField label="Class Type" {...field('classType')} options={CLASS_TYPES} />
      </div>
      <SelectField
        // Remount once the list has loaded, because a select ignores a value whose option is added later.
        key={instructors ? 'all' : 'some'}
        label="Instructor"
        {...field('instructor')}
        hint={isError ? 'We couldn’t load the instructors. Please reload the page.' : undefined}
        options={instructorOptions(withCurrent(instructors, courseClass))}
      />
      <PlacesField
        {...field('places', asPlaces)}
        hint={`Leave this empty for ${describeDefault(courseClass?.defaultPlaces)}.`}
      />
    </>
  );
}

/** An empty field means the default. */
export const asPlaces = { setValueAs: (typed: unknown) => (typed ? Number(typed) : null) };

export function PlacesField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return <TextField label="Places" inputMode="numeric" autoComplete="off" {...props} />;
}

function describeDefault(places: number | null | undefined): string {
  if (places === null) return 'no limit';
  return places === undefined ? 'the default' : `the default, ${places}`;
}

/** A class keeps its instructor if they are deactivated or the list of instructors couldn't be loaded. */
function withCurrent(listed: Instructor[] | undefined, courseClass: AdminClass | undefined) {
  const id = courseClass?.instructorId;
  if (!id || listed?.some((one) => one.id === id)) return listed ?? [];
  const name = courseClass.instructorFirstName ?? '';
  return listed ? [{ id, name: `${name} (deactivated)` }, ...listed] : [{ id, name }];
}

export const instructorOptions = (instructors: Instructor[], none = noInstructor): Option[] => [
  [none, 'No instructor'],
  ...instructors.map(({ id, name }): Option => [String(id), name]),
];
export const timeSlots = TIME_SLOTS.map((slot): Option => [slot, labelOfSlot(slot)]);

type Substitution = { keepHost: boolean; notifyStudents: boolean };

interface SubstitutionOptionsProps {
  chosen: Substitution;
  onChange: (chosen: Substitution) => void;
  hasStudents: boolean;
}

export function SubstitutionOptions({ chosen, onChange, hasStudents }: SubstitutionOptionsProps) {
  return (
    <fieldset className="text-sm">
      <legend className="font-semibold">New instructor</legend>
      {hasStudents && (
        <Checkbox
          label="Email the students"
          checked={chosen.notifyStudents}
          onChange={(notifyStudents) => onChange({ ...chosen, notifyStudents })}
        />
      )}
      <Checkbox
        label="Keep the meeting with its current Zoom host"
        checked={chosen.keepHost}
        onChange={(keepHost) => onChange({ ...chosen, keepHost })}
      />
      <p className="text-muted">
        Otherwise, the meeting will move to the new instructor’s Zoom user, if they have one, and
        everyone who is registered will get a new link. Both instructors will get an email.
      </p>
    </fieldset>
  );
}
