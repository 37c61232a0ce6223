import { useId } from 'react';
import type { ClassGuest, ClassPage } from '../../contract/class-page.ts';
import { describeSource, isInRoom, shownAttendance } from '../../course/attendance-states.ts';
import { hasStarted } from '../../course/class-state.ts';
import { formatSlot } from '../../course/format-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { PhoneLink, roleNames } from '../ui/contact.tsx';
import { classNames } from '../ui/styles.ts';
import { DialogLink, PersonLink, TextLink } from '../ui/text-link.tsx';
import { DoorMarks } from './door-marks.tsx';

interface ClassGuestsProps {
  page: ClassPage;
  now: Date;
  onCorrect: ((guest: ClassGuest) => void) | undefined;
}

const cell = 'min-w-0 py-2.5 pr-4 align-top max-sm:block max-sm:py-0 max-sm:pr-0';

export function ClassGuests(props: ClassGuestsProps) {
  const { guests, courseClass } = props.page;
  const captionId = useId();
  const hasBegun = hasStarted(new Date(courseClass.startTime), props.now);
  if (guests.length === 0) return <p className="text-muted">No students registered</p>;
  return (
    <table aria-labelledby={captionId} className="w-full text-left max-sm:block">
      <caption id={captionId} className="sr-only">
        Who’s coming
      </caption>
      <thead className="max-sm:hidden">
        <tr>
          {/* Shown only in print, where teachers can check off who is in the room. */}
          <th scope="col" className="hidden w-8 print:table-cell">
            <span className="sr-only">Here</span>
          </th>
          {['Name', 'Class', ...(hasBegun ? ['Attendance'] : [])].map((name) => (
            <th key={name} scope="col" className="pr-4 pb-2 font-semibold text-muted text-sm">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {guests.map((guest) => (
          <tr
            key={guest.personId}
            className="border-line border-t max-sm:grid max-sm:gap-1.5 max-sm:py-3.5 max-sm:first:border-t-0 max-sm:first:pt-0"
          >
            <td className="hidden py-3 align-top print:table-cell">
              <span className="block size-4 border border-ink" />
            </td>
            <td className={classNames(cell, 'sm:min-w-60')}>
              <Who guest={guest} />
            </td>
            <td className={cell}>
              <ClassNumber guest={guest} />
            </td>
            {hasBegun && (
              <td className={cell}>
                <AttendanceCell guest={guest} {...props} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Who({ guest: { personId, name, phone, textConsent } }: { guest: ClassGuest }) {
  return (
    <>
      <span className="block font-semibold wrap-anywhere">
        <PersonLink id={personId}>{name}</PersonLink>
      </span>
      <span className="block text-muted text-sm">
        {phone ? <PhoneLink phone={phone} /> : 'No phone number'}
        {' · '}
        <span className="whitespace-nowrap">{textConsent ? 'Texts: yes' : 'Texts: no'}</span>
      </span>
    </>
  );
}

const guestNames = { ...roleNames, student: 'Not registered' };

function ClassNumber({ guest: { classNumber, role, marks, makeup } }: { guest: ClassGuest }) {
  return (
    <>
      <span className="mr-2 whitespace-nowrap">
        {classNumber === null ? guestNames[role] : `Class ${classNumber}`}
      </span>
      <DoorMarks marks={marks} />
      {makeup && (
        <span className="block text-muted text-sm">
          Has a makeup on{' '}
          <TextLink href={pathOfClass(makeup.classId)}>
            {formatSlot(new Date(makeup.startTime))}
          </TextLink>
        </span>
      )}
    </>
  );
}

const tones = {
  Present: 'success',
  Joined: 'info',
  Excused: 'neutral',
  Missed: 'warning',
} as const;

type AttendanceCellProps = ClassGuestsProps & { guest: ClassGuest };

function AttendanceCell({ guest, page, now, onCorrect }: AttendanceCellProps) {
  const { status, source } = describeGuest(guest, page, now);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-48">
        {status ? (
          <Badge tone={tones[status]}>{status}</Badge>
        ) : (
          <span className="text-muted">{page.wasHeld === false ? 'Not held' : 'Not here yet'}</span>
        )}
        {source && (
          <span className="mt-1 block text-muted text-sm wrap-anywhere">
            {source.from}
            {source.since && <span className="max-sm:hidden">, {source.since}</span>}
          </span>
        )}
      </div>
      {onCorrect && (
        <DialogLink onClick={() => onCorrect(guest)}>
          Correct<span className="sr-only"> attendance for {guest.name}</span>
        </DialogLink>
      )}
    </div>
  );
}

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));

export function describeGuest(guest: ClassGuest, { courseClass, wasHeld }: ClassPage, now: Date) {
  const startsAt = new Date(courseClass.startTime);
  const record = guest.attendance && {
    ...guest.attendance,
    joinedAt: toDate(guest.attendance.joinedAt),
    leftAt: toDate(guest.attendance.leftAt),
    recordedAt: new Date(guest.attendance.recordedAt),
  };
  const correction = guest.correction && { ...guest.correction, at: new Date(guest.correction.at) };
  const { classNumber } = guest;
  const status = shownAttendance(guest.attendance, { startsAt, wasHeld, classNumber }, now);
  const known = { record, correction, startsAt, isPast: status === 'Missed' };
  return {
    status,
    source: describeSource(known, now),
    isInRoom: isInRoom(record, startsAt, now),
  };
}
