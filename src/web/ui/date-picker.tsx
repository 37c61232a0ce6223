import { CalendarDays } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type Ref, Suspense, useId, useState } from 'react';
import { addYear, type CalendarDate, readCalendarDate } from '../../course/calendar-date.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { dayOfWeekOn, formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { now } from '../server-clock.ts';
import type { CalendarLimits } from './calendar.tsx';
import { Field, fieldHeight, type Texts } from './field.tsx';
import type { useTypedAddress } from './list-address.ts';
import { lazily } from './load-lazily.ts';
import { classNames } from './styles.ts';
import { TextButton } from './text-link.tsx';

/** The day picker's script is large, so it is loaded separately. */
const { Calendar } = lazily(() => import('./calendar.tsx'));

const placeholder = 'Select a date';

export interface DatePickerProps extends CalendarLimits, Texts {
  ref?: Ref<HTMLButtonElement>;
  value: CalendarDate | '' | null;
  onPick: (date: CalendarDate | '') => void;
  /** Adds a button that clears the date. */
  isOptional?: boolean;
}

/** The calendar floats in a search. In forms, it opens inside the form, so that it doesn't cover other fields on phones. */
export function DatePicker(props: DatePickerProps) {
  const { label, hint, error, ref, value, onPick, isOptional, ...limits } = props;
  const calendarId = useId();
  const [isOpen, setOpen] = useState(false);
  const shown = value ? `${dayOfWeekOn(value).slice(0, 3)}, ${formatCalendarDate(value)}` : null;
  const close = (button: string) => {
    setOpen(false);
    document.getElementById(button)?.focus();
  };
  const pick = (button: string) => (date: CalendarDate | '') => {
    onPick(date);
    close(button);
  };
  const closeOnEscape = (button: string) => (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close(button);
  };
  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.closest('search') && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles key presses in the button and calendar inside
        <div
          data-escapes-itself={isOpen || undefined}
          onKeyDown={closeOnEscape(control.id)}
          onBlur={closeOnLeaving}
        >
          <button
            ref={ref}
            type="button"
            id={control.id}
            aria-label={`${label}, ${shown ?? placeholder}`}
            aria-describedby={control['aria-describedby']}
            aria-expanded={isOpen}
            aria-controls={isOpen ? calendarId : undefined}
            onFocus={Calendar.preload}
            onPointerEnter={Calendar.preload}
            onClick={() => setOpen(!isOpen)}
            className={classNames(
              fieldHeight,
              'flex w-full items-center justify-between gap-3 rounded-control border bg-card px-3.5 py-2.5 text-left focus-visible:-outline-offset-2 disabled:bg-neutral-soft',
              error ? 'border-danger' : 'border-control',
            )}
          >
            {shown ?? <span className="text-muted">{placeholder}</span>}
            <CalendarDays aria-hidden className="size-5 shrink-0 text-muted" />
          </button>
          {isOpen && (
            <div
              id={calendarId}
              className="mt-2 rounded-control border border-line bg-card p-2 in-[search]:absolute in-[search>:last-child]:right-0 in-[search]:z-20 in-[search]:w-80 in-[search]:shadow-floating"
            >
              <Suspense fallback={<div className="h-78" />}>
                <Calendar {...limits} value={value || null} onPick={pick(control.id)} />
              </Suspense>
              {isOptional && value && (
                <TextButton className="min-h-11 px-2" onClick={() => pick(control.id)('')}>
                  Clear
                </TextButton>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** Every date from the school's start until two years from today. */
export function anyDate(): CalendarLimits {
  const today = pacificDate(now());
  return { today, earliest: EARLIEST_START_DATE, latest: addYear(addYear(today)) };
}

type RangeProps = Pick<ReturnType<typeof useTypedAddress<'from' | 'to'>>, 'typed' | 'type'>;

export function DateRange({ typed, type }: RangeProps) {
  return (['from', 'to'] as const).map((name) => (
    <DatePicker
      key={name}
      label={name === 'from' ? 'From' : 'To'}
      value={readCalendarDate(typed[name]) ?? ''}
      onPick={(date) => type(name, date)}
      isOptional
      {...anyDate()}
    />
  ));
}
