import { shownAttendance } from '../../course/attendance-states.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { csvOf, csvTime } from '../platform/csv.ts';
import { writePhoneCell } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { readClassPage } from './class-page.ts';

const columns = [
  'name',
  'email',
  'phone',
  'class number',
  'attendance',
  'source',
  'joined',
  'left',
  'corrected by',
  'reason',
];

/** Who came to a class, as CSV with Pacific times, for a spreadsheet. */
export async function writeAttendanceFile(
  services: Services,
  actor: Actor,
  classId: number,
): Promise<string> {
  const { database, clock } = services;
  const now = clock.now();
  const { courseClass, guests, wasHeld } = await readClassPage(services, classId);
  await audit(database, actor, now, 'list: exported', { class: classId });
  const startsAt = new Date(courseClass.startTime);
  const rows = guests.map(({ name, email, phone, classNumber, attendance, correction }) => {
    const said = correction?.status === 'Withdrawn' ? null : correction;
    const canMiss = classNumber !== null && wasHeld !== false;
    const status = canMiss ? shownAttendance(attendance, startsAt, now) : attendance?.status;
    return [
      ...[
        name,
        email,
        writePhoneCell(phone),
        classNumber,
        status,
        said ? 'hand' : attendance?.source,
      ],
      ...[attendance?.joinedAt, attendance?.leftAt].map(csvTime),
      ...[said?.by, said?.reason],
    ];
  });
  return csvOf(columns, rows);
}
