import type { ComponentProps, ReactNode } from 'react';
import { addYear } from '../../course/calendar-date.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { canStartOn } from '../../course/start-date.ts';
import { now } from '../server-clock.ts';
import { DateField } from '../ui/date-field.tsx';
import { TextField } from '../ui/field.tsx';

type TextName = 'email' | 'firstName' | 'lastName' | 'phone';

interface PersonFieldsProps {
  /** Ties a field to the form, which may know it by another name. */
  bind: (name: TextName) => Partial<ComponentProps<typeof TextField>>;
  /** Whoever takes or took the course has one. */
  startDate?: ReactNode;
}

export function PersonFields({ bind, startDate }: PersonFieldsProps) {
  return (
    <>
      <TextField label="Email" type="email" autoCapitalize="none" {...asTyped} {...bind('email')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First Name" {...asTyped} {...bind('firstName')} />
        <TextField label="Last Name" {...asTyped} {...bind('lastName')} />
      </div>
      <TextField label="Phone (optional)" type="tel" {...asTyped} {...bind('phone')} />
      {startDate}
    </>
  );
}

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

/** Somebody else's particulars: the browser is not to fill in one's own. */
const asTyped = { autoComplete: 'off', spellCheck: false } as const;
