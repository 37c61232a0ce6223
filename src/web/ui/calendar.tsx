import { DayPicker } from 'react-day-picker';
import { type CalendarDate, dateForPicker, dateFromPicker } from '../../course/calendar-date.ts';
import { dayOfWeekOn, formatCalendarDate } from '../../course/format-time.ts';

export interface CalendarLimits {
  /** In Pacific Time. */
  today: CalendarDate;
  earliest: CalendarDate;
  latest: CalendarDate;
  canPick?: (date: CalendarDate) => boolean;
}

interface CalendarProps extends CalendarLimits {
  value: CalendarDate | null;
  onPick: (date: CalendarDate) => void;
}

export function Calendar({ value, onPick, today, earliest, latest, canPick }: CalendarProps) {
  const selected = value ? dateForPicker(value) : undefined;
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      showOutsideDays
      fixedWeeks
      captionLayout="dropdown"
      navLayout="around"
      today={dateForPicker(today)}
      startMonth={dateForPicker(earliest)}
      endMonth={dateForPicker(latest)}
      defaultMonth={selected ?? dateForPicker(today)}
      selected={selected}
      onSelect={(day) => onPick(dateFromPicker(day))}
      disabled={(day) => canPick?.(dateFromPicker(day)) === false}
      labels={labels}
      classNames={looks}
    />
  );
}

/** Says '1' instead of '1st', so that voice control users can say what they see. */
const labels = {
  labelDayButton: (day: Date) => {
    const date = dateFromPicker(day);
    return `${dayOfWeekOn(date)}, ${formatCalendarDate(date)}`;
  },
};

const arrow =
  'row-start-1 grid size-11 place-items-center rounded-control text-ink hover:bg-neutral-soft aria-disabled:opacity-30 [&_svg]:size-5 [&_svg]:fill-current';

const looks = {
  month: 'grid grid-cols-[auto_1fr_auto] items-center',
  button_previous: `${arrow} col-start-1`,
  button_next: `${arrow} col-start-3`,
  month_caption: 'col-start-2 row-start-1',
  dropdowns: 'flex items-center justify-center gap-1',
  dropdown_root: 'relative inline-flex items-center rounded-control hover:bg-neutral-soft',
  dropdown:
    'absolute inset-0 w-full cursor-pointer appearance-none rounded-control bg-card text-ink opacity-0 focus-visible:opacity-100',
  caption_label: 'flex min-h-11 items-center gap-1 px-2 font-semibold [&_svg]:fill-muted',
  month_grid: 'col-span-3 w-full table-fixed border-collapse',
  weekday: 'pb-1 text-center font-medium text-muted text-sm',
  day: 'group p-0 text-center',
  day_button:
    'mx-auto grid size-10 max-w-full place-items-center rounded-control text-sm hover:bg-sky disabled:text-muted/60 disabled:line-through disabled:hover:bg-transparent group-data-selected:bg-primary group-data-selected:font-semibold group-data-selected:text-primary-ink group-data-today:not-group-data-selected:ring-1 group-data-today:not-group-data-selected:ring-accent group-data-outside:text-muted',
};
