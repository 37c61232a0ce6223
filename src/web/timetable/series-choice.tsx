import type { AdminClass } from '../../contract/timetable.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { SelectField } from '../ui/field.tsx';

interface SeriesChoiceProps {
  /** The class and the later ones in its series. */
  series: AdminClass[];
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}

export function SeriesChoice({ series, isWhole, onChange }: SeriesChoiceProps) {
  const [first, last, later] = [series[0], series.at(-1), series.length - 1];
  if (!first || !last || later === 0) return null;
  const all = later === 1 ? 'This and the later one' : `This and all ${later} later ones`;
  return (
    <SelectField
      label="Which Classes"
      value={String(isWhole)}
      onChange={({ target }) => onChange(target.value === 'true')}
      options={[
        { value: 'false', label: 'Only this class' },
        { value: 'true', label: all },
      ]}
      hint={isWhole ? `${first.dayOfWeek}s from ${dateOf(first)} to ${dateOf(last)}` : undefined}
    />
  );
}

const dateOf = ({ startTime }: AdminClass) => formatCalendarDate(pacificDate(new Date(startTime)));
