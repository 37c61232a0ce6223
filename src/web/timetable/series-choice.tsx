import type { AdminClass } from '../../contract/timetable.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { Checkbox } from '../ui/checkbox.tsx';

interface SeriesChoiceProps {
  series: AdminClass[];
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}

export function SeriesChoice({ series, isWhole, onChange }: SeriesChoiceProps) {
  const [last, later] = [series.at(-1), series.length - 1];
  if (!last || later === 0) return null;
  const until = formatCalendarDate(pacificDate(new Date(last.startTime)));
  const label = `Include ${later === 1 ? 'the later one' : `all ${later} later ones`} (${last.dayOfWeek}s until ${until})`;
  return <Checkbox label={label} checked={isWhole} onChange={onChange} />;
}
