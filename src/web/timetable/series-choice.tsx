import type { AdminClass } from '../../contract/timetable.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';

interface SeriesChoiceProps {
  /** The class and the later ones in its series. */
  series: AdminClass[];
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}

export function SeriesChoice({ series, isWhole, onChange }: SeriesChoiceProps) {
  const [first, last, later] = [series[0], series.at(-1), series.length - 1];
  if (!first || !last) return null;
  const radio = (label: string, value: boolean) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name="series"
        checked={isWhole === value}
        onChange={() => onChange(value)}
        className="size-5 shrink-0 accent-link"
      />
      {label}
    </label>
  );
  return (
    <fieldset className="text-sm">
      <legend className="font-semibold">Which classes?</legend>
      {radio('Only this class', false)}
      {radio(later === 1 ? 'This and the later one' : `This and all ${later} later ones`, true)}
      {isWhole && (
        <p className="text-muted">
          {first.dayOfWeek}s from {dateOf(first)} to {dateOf(last)}
        </p>
      )}
    </fieldset>
  );
}

const dateOf = ({ startTime }: AdminClass) => formatCalendarDate(pacificDate(new Date(startTime)));
