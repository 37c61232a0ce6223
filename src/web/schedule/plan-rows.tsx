import type { ReactNode } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { classTypeFor, LAST_CLASS_NUMBER, LAST_WEEKLY_CLASS_NUMBER } from '../../course/course.ts';
import { formatRowSlot, formatShortOwnTime, formatSpokenSlot } from '../../course/format-time.ts';
import { describeDifference } from '../../course/plan.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { InlineError } from '../ui/notice.tsx';
import { startOf } from './class-facts.tsx';
import type { PlanRow } from './kept-plan.ts';

interface PlanRowsProps {
  registered: ScheduleEntry[];
  rows: PlanRow[];
  kept: Date;
  problemOf: (classNumber: number) => string | undefined;
  onChange: (classNumber: number) => void;
}

export const changeButtonId = (classNumber: number) => `change-class-${classNumber}`;

export function PlanRows({ registered, rows, kept, problemOf, onChange }: PlanRowsProps) {
  const firstOpen = rows.find(({ slot }) => slot === null)?.classNumber;
  return (
    <Card className="px-4 py-1 sm:px-5">
      <ul className="divide-y divide-line">
        {registered.map((entry) => (
          <Row key={entry.classNumber} classNumber={entry.classNumber} start={startOf(entry)}>
            <Badge tone={entry.cancellation ? 'warning' : 'success'}>
              {entry.cancellation ? 'Canceled' : 'Registered'}
            </Badge>
          </Row>
        ))}
        {rows.map(({ classNumber, slot, isOwn }) => (
          <Row
            key={classNumber}
            classNumber={classNumber}
            start={slot && new Date(slot.startTime)}
            instructor={slot?.instructorFirstName}
            tag={slot && !isOwn ? describeDifference(kept, new Date(slot.startTime)) : null}
            problem={problemOf(classNumber)}
            waitsFor={firstOpen !== undefined && classNumber > firstOpen ? firstOpen : undefined}
          >
            {(firstOpen === undefined || classNumber <= firstOpen) && (
              <Button
                id={changeButtonId(classNumber)}
                variant="quiet"
                size="small"
                className="px-3! pointer-fine:min-h-11"
                aria-label={`${slot ? 'Change' : 'Choose'} Class ${classNumber}`}
                onClick={() => onChange(classNumber)}
              >
                {slot ? 'Change' : 'Choose'}
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  classNumber: number;
  start: Date | null;
  instructor?: string | undefined;
  tag?: string | null;
  problem?: string | undefined;
  waitsFor?: number | undefined;
  children: ReactNode;
}

function Row({ classNumber, start, instructor, tag, problem, waitsFor, children }: RowProps) {
  const ownTime = start && formatShortOwnTime(start);
  return (
    <li className="py-3.5">
      {classNumber === LAST_WEEKLY_CLASS_NUMBER + 1 && (
        <p className="-mt-0.5 mb-3 text-muted text-sm">
          Classes {classNumber} to {LAST_CLASS_NUMBER} are about a month apart.
        </p>
      )}
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
            <h2 className="font-semibold">Class {classNumber}</h2>
            <span className="text-muted text-sm">{classTypeFor(classNumber).toLowerCase()}</span>
            {tag && <Badge tone="warning">{tag}</Badge>}
          </div>
          {start ? (
            <>
              <p>
                <span aria-hidden>{formatRowSlot(start)}</span>
                <span className="sr-only">{formatSpokenSlot(start)}</span>
                {instructor && (
                  <span className="text-muted text-sm max-sm:hidden"> with {instructor}</span>
                )}
              </p>
              {ownTime && <p className="text-muted text-sm">{ownTime}</p>}
            </>
          ) : (
            <p className="text-muted">
              {waitsFor
                ? `Choose a time for Class ${waitsFor} first.`
                : 'There are no times yet. You can choose one later.'}
            </p>
          )}
          {problem && <InlineError className="mt-1">{problem}</InlineError>}
        </div>
        <div className="shrink-0">{children}</div>
      </div>
    </li>
  );
}
