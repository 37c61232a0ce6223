import { stringify } from 'csv-stringify/sync';
import { shownAttendance } from '../../course/attendance-states.ts';
import { pacificWallText } from '../../course/pacific-time.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { writePhoneCell } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { readClassPage } from './class-page.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

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
  services: Deps,
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
      ...[attendance?.joinedAt, attendance?.leftAt].map(showTime),
      ...[said?.by, said?.reason],
    ];
  });
  // Spreadsheets need the byte order mark for UTF-8; what would be a formula gets an apostrophe in front.
  return stringify([columns, ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

function showTime(instant: string | null | undefined): string {
  return instant ? pacificWallText(new Date(instant)).replace('T', ' ') : '';
}
