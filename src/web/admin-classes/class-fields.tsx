import { Controller, type UseFormReturn } from 'react-hook-form';
import { CLASS_TYPES, TIME_SLOTS } from '../../course/course.ts';
import type { CalendarLimits } from '../ui/calendar.tsx';
import { DateField } from '../ui/date-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { type ClassFormInput, type ClassFormOutput, noInstructor } from './class-form.ts';
import { useInstructors } from './instructors.ts';

type ClassForm = UseFormReturn<ClassFormInput, unknown, ClassFormOutput>;

interface ClassFieldsProps {
  form: ClassForm;
  limits: CalendarLimits;
  /** Whom the class has now: shown even while the list is on its way, or does not come. */
  current?: { id: number; name: string } | undefined;
  onDateChange?: () => void;
}

export function ClassFields({ form, limits, current, onDateChange }: ClassFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const { data: instructors, isError } = useInstructors();
  const known = instructors ?? (current ? [current] : []);
  return (
    <>
      <Controller
        control={control}
        name="pacificDate"
        render={({ field: { value, onChange, ref } }) => (
          <DateField
            label="Date"
            ref={ref}
            value={value}
            onChange={(date) => {
              onChange(date);
              onDateChange?.();
            }}
            error={errors.pacificDate?.message}
            {...limits}
          />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Time Slot"
          {...register('timeSlot')}
          error={errors.timeSlot?.message}
          options={timeSlots}
        />
        <SelectField
          label="Class Type"
          {...register('classType')}
          error={errors.classType?.message}
          options={classTypes}
        />
      </div>
      <SelectField
        // A list that comes later brings the chosen one with it: the browser has to be told again.
        key={instructors ? 'all' : 'some'}
        label="Instructor"
        {...register('instructor')}
        hint={isError ? 'The list of instructors could not be loaded.' : undefined}
        options={[
          { value: noInstructor, label: 'No instructor' },
          ...known.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </>
  );
}

const classTypes = CLASS_TYPES.map((type) => ({ value: type, label: type }));
const timeSlots = TIME_SLOTS.map((slot) => ({
  value: slot,
  label: slot.replace(/(?=[AP]M)/, ':00 '),
}));
