import type { ReactNode } from 'react';
import { isJoinNow } from '../../course/class-state.ts';
import {
  dayOfWeek,
  formatCalendarDate,
  formatOwnTime,
  formatTime,
} from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import type { ApiResponse } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/styles.ts';
import { JoinLink, useJoin } from './join-link.tsx';

interface ClassRowProps {
  courseClass: ApiResponse<'GET /api/alumni/classes'>[number];
  now: Date;
  isOnSameDay: boolean;
  isFirst: boolean;
}

export function ClassRow({ courseClass, now, isOnSameDay, isFirst }: ClassRowProps) {
  const { id, instructorFirstName, zoomMeetingId } = courseClass;
  const start = new Date(courseClass.startTime);
  const isRunning = isJoinNow(start, now);
  const ownTime = formatOwnTime(start);
  const join = useJoin(id);
  const spokenBy = `class-${id}`;
  return (
    <>
      <tr
        id={spokenBy}
        className={classNames(
          'max-sm:mt-3 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:items-baseline max-sm:gap-x-2 max-sm:rounded-card max-sm:border max-sm:p-4 sm:border-t',
          isRunning
            ? 'border-primary bg-sky max-sm:shadow-lifted'
            : 'border-line bg-card max-sm:shadow-card',
        )}
      >
        <Cell className={`font-semibold ${isOnSameDay ? 'sm:font-normal sm:text-muted' : ''}`}>
          {dayOfWeek(start)}
        </Cell>
        <Cell className="max-sm:col-start-2 max-sm:text-muted max-sm:text-sm sm:whitespace-nowrap">
          {formatCalendarDate(pacificDate(start))}
        </Cell>
        <Cell className="max-sm:col-span-2">
          <span className="whitespace-nowrap max-sm:font-semibold">{formatTime(start)}</span>
          {ownTime && <span className="block text-muted text-sm">{ownTime}</span>}
        </Cell>
        <Cell className="wrap-anywhere max-sm:col-span-2 max-sm:text-muted max-sm:text-sm sm:min-w-24">
          <span className="sm:hidden">Instructor: </span>
          {instructorFirstName || 'TBA'}
        </Cell>
        <td className="max-sm:col-start-3 max-sm:row-span-3 max-sm:row-start-1 max-sm:self-center sm:py-2.5 sm:pr-5 sm:pl-2 sm:text-right">
          <Button
            variant={isRunning || isFirst ? 'primary' : 'quiet'}
            size="small"
            className="min-w-24 whitespace-nowrap"
            aria-describedby={spokenBy}
            disabled={!zoomMeetingId}
            pending={join.isJoining}
            pendingText="Joining..."
            onClick={join.start}
          >
            {isRunning ? 'Join Now' : 'Join'}
          </Button>
          {!zoomMeetingId && (
            <p className="mt-1 text-center text-muted sm:text-right text-sm">No link yet</p>
          )}
        </td>
      </tr>
      {join.link && (
        <tr className={classNames('max-sm:mt-2 max-sm:block', isRunning && 'sm:bg-sky')}>
          <td colSpan={5} className="max-sm:block sm:px-5 sm:pb-4">
            <div role="status">
              <JoinLink address={join.link} wasBlocked={join.wasBlocked} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function Cell({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <td className={classNames('max-sm:col-start-1 sm:px-2 sm:py-2.5 sm:first:pl-5', className)}>
      {children}
    </td>
  );
}
