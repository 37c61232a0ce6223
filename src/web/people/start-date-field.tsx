import type { ComponentProps } from 'react';
import { addYear } from '../../course/calendar-date.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { canStartOn } from '../../course/start-date.ts';
import { now } from '../server-clock.ts';
import { DateField } from '../ui/date-field.tsx';

type StartDateFieldProps = Pick<
  ComponentProps<typeof DateField>,
  'value' | 'onChange' | 'ref' | 'error'
>;

export function StartDateField(field: StartDateFieldProps) {
  const today = pacificDate(now());
  return (
    <DateField
      label="Start Date"
      {...field}
      today={today}
      earliest={EARLIEST_START_DATE}
      latest={addYear(addYear(today))}
      canPick={canStartOn}
    />
  );
}
