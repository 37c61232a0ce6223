import type { ReactNode } from 'react';
import type { ClassOnLine, PersonPage } from '../../contract/person-page.ts';
import type { LineState } from '../../course/course-line.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useClassActs } from './class-acts.tsx';

const states = {
  done: ['Done', 'success'],
  joined: ['In the room', 'info'],
  excused: ['Excused', 'neutral'],
  missed: ['Missed', 'warning'],
  'not held': ['Didn’t take place', 'warning'],
  booked: ['Booked', 'info'],
  waiting: ['To choose again', 'warning'],
  'to choose': ['To choose', 'neutral'],
  'not needed': ['Not needed', 'neutral'],
} as const satisfies Record<LineState, readonly [string, string]>;

interface PersonCourseProps {
  page: PersonPage;
  canEdit: boolean;
  now: Date;
}

/** Where a person stands in the course, class by class. */
export function PersonCourse({ page, canEdit, now }: PersonCourseProps) {
  const { courseLine } = page;
  const acts = useClassActs(page, canEdit, now);
  if (courseLine.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="course-heading">
      <h2 id="course-heading" className="mb-3 font-semibold">
        Course
      </h2>
      <ol className="grid gap-2 sm:max-lg:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))]">
        {courseLine.map((one) => (
          <OneClass key={one.classNumber} {...one} buttons={acts.buttonsOf(one)} />
        ))}
      </ol>
      {acts.dialogs}
    </Card>
  );
}

function OneClass(props: ClassOnLine & { buttons: ReactNode }) {
  const { classNumber, state, registration, buttons } = props;
  const [words, tone] = states[state];
  return (
    <li
      id={`course-class-${classNumber}`}
      tabIndex={-1}
      className="rounded-control border border-line px-3 py-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="whitespace-nowrap font-semibold">Class {classNumber}</span>
        <Badge tone={tone}>{words}</Badge>
      </div>
      {registration && (
        <p className="mt-1 text-sm">
          <TextLink
            href={pathOfClass(registration.classId)}
            className="inline-block min-h-11 content-center pointer-fine:min-h-0"
          >
            {formatCompactDate(new Date(registration.startTime))},{' '}
            <span className="whitespace-nowrap">
              {formatTime(new Date(registration.startTime))}
            </span>
          </TextLink>
          {registration.isRescheduled && <span className="text-muted"> (rescheduled)</span>}
        </p>
      )}
      {buttons}
    </li>
  );
}
