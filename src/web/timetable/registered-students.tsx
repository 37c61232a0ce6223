import type { AdminClass } from '../../contract/timetable.ts';
import { CountPopover } from '../ui/hover-popover.tsx';

export function RegisteredStudents({ courseClass }: { courseClass: AdminClass }) {
  const { registrationCount, registrations } = courseClass;
  return (
    <CountPopover count={registrationCount} of="registered">
      {registrations.length === 0 ? (
        'No students registered'
      ) : (
        <ul className="grid grid-cols-1 gap-2">
          {registrations.map(({ id, name, email, classNumber }) => (
            <li key={id} className="flex items-baseline justify-between gap-6">
              <span className="min-w-0">
                <span className="block font-semibold">{name}</span>
                <span className="block break-all text-muted">{email}</span>
              </span>
              <span className="whitespace-nowrap text-muted">Class {classNumber}</span>
            </li>
          ))}
        </ul>
      )}
    </CountPopover>
  );
}
