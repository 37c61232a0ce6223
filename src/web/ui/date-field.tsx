import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, Suspense, useId, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { dayOfWeekOn, formatCalendarDate } from '../../course/format-time.ts';
import type { CalendarLimits } from './calendar.tsx';
import { escapesItself } from './dialog.tsx';
import { Field } from './field.tsx';
import { lazily } from './load-lazily.ts';
import { classNames } from './styles.ts';

const { Calendar } = lazily(() => import('./calendar.tsx'));

const placeholder = 'Select a date';

interface DateFieldProps<Values extends FieldValues, Output> extends CalendarLimits {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  label: string;
  onPick?: ((date: CalendarDate) => void) | undefined;
}

/** The calendar opens inside the form, so that it doesn't cover other fields on phones. */
export function DateField<Values extends FieldValues, Output>(
  props: DateFieldProps<Values, Output>,
) {
  const { control: form, name, label, onPick, ...limits } = props;
  const { field, fieldState } = useController({ control: form, name });
  const value: CalendarDate | '' = field.value ?? '';
  const error = fieldState.error?.message;
  const calendarId = useId();
  const [isOpen, setOpen] = useState(false);
  const shown = value ? `${dayOfWeekOn(value).slice(0, 3)}, ${formatCalendarDate(value)}` : null;
  const close = (button: string) => {
    setOpen(false);
    document.getElementById(button)?.focus();
  };
  const pick = (button: string) => (date: CalendarDate) => {
    field.onChange(date);
    onPick?.(date);
    close(button);
  };
  const closeOnEscape = (button: string) => (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close(button);
  };
  return (
    <Field label={label} error={error}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles key presses in the button and calendar inside
        <div {...(isOpen && escapesItself)} onKeyDown={closeOnEscape(control.id)}>
          <button
            ref={field.ref}
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
              'flex min-h-12 w-full items-center justify-between gap-3 rounded-control border bg-card px-3.5 py-2.5 text-left focus-visible:-outline-offset-2 disabled:bg-neutral-soft',
              error ? 'border-danger' : 'border-control',
            )}
          >
            {shown ?? <span className="text-muted">{placeholder}</span>}
            <CalendarDays aria-hidden className="size-5 shrink-0 text-muted" />
          </button>
          {isOpen && (
            <div id={calendarId} className="mt-2 rounded-control border border-line p-2">
              <Suspense fallback={<div className="h-78" />}>
                <Calendar {...limits} value={value || null} onPick={pick(control.id)} />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
