import type { ScheduleEntry } from '../../contract/schedule.ts';
import { describeClass } from '../../course/class-state.ts';
import { classNumbersFrom, describeProgress } from '../../course/shown-classes.ts';
import { classNames } from '../ui/styles.ts';
import type { Attendance } from './class-card.tsx';
import { startOf } from './class-facts.tsx';

const marks = {
  done: 'border-link bg-link text-card',
  missed: 'border-warning bg-warning-soft text-warning',
  next: 'size-[min(2.25rem,11vw)] border-link bg-card text-link ring-4 ring-primary/40',
  ahead: 'border-line-strong bg-card text-muted',
};

export interface Progress {
  entries: ScheduleEntry[];
  attendance: Attendance;
  next: ScheduleEntry | undefined;
  now: Date;
}

interface ClassPathProps {
  firstShown: number;
  /** Missing while the schedule is loading. */
  progress?: Progress | undefined;
}

export function ClassPath({ firstShown, progress }: ClassPathProps) {
  const numbers = classNumbersFrom(firstShown);
  const markOf = (number: number): keyof typeof marks => {
    const entry = progress?.entries.find(({ classNumber }) => classNumber === number);
    if (!progress || !entry) return 'ahead';
    const record = progress.attendance.records.find(({ classId }) => classId === entry.classId);
    const { isPast, isCompleted } = describeClass(startOf(entry), record ?? null, progress.now);
    if (isCompleted) return 'done';
    if (isPast && !entry.cancellation) return 'missed';
    return entry === progress.next ? 'next' : 'ahead';
  };
  const path = numbers.map((number) => ({ number, mark: markOf(number) }));
  const done = path.filter(({ mark }) => mark === 'done').length;
  return (
    <div className="mb-3 lg:mb-6 print:hidden">
      <div aria-hidden className="flex h-11 items-center">
        {path.map(({ number, mark }, index) => (
          <span key={number} className={classNames('flex items-center', index > 0 && 'flex-1')}>
            {index > 0 && (
              <span
                className={classNames('h-0.5 flex-1', mark === 'ahead' ? 'bg-line' : 'bg-link')}
              />
            )}
            <span
              className={classNames(
                'grid size-[min(1.75rem,9vw)] shrink-0 place-items-center rounded-full border-2 font-semibold text-sm',
                marks[mark],
              )}
            >
              {number}
            </span>
          </span>
        ))}
      </div>
      <p className="mt-1 min-h-5 text-muted text-sm">
        {progress && describeProgress(done, numbers.length)}
      </p>
    </div>
  );
}
