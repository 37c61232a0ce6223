import type { TimelineEntry } from '../../contract/timeline.ts';
import { describeSomeChanges, fieldsOf, type IdNames } from '../platform/audit-changes.ts';

/** The fields that an edit can change, and what staff call them. */
const fieldNames: Record<string, string> = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  signsInByPhone: 'Signs in by phone',
  startDate: 'Start date',
  textConsent: 'Receives texts',
  transferStudent: 'Transfer student',
  role: 'Role',
  canEdit: 'May edit',
  isAdmin: 'May edit',
  zoomUser: 'Zoom user',
  retreatTitle: 'Retreat',
  title: 'Retreat',
  retreatDescription: 'Description',
  description: 'Description',
  startsAt: 'Time',
  classType: 'Type',
  instructorId: 'Instructor',
  host: 'Zoom host',
  status: 'Attendance',
  classId: 'Class',
  classNumber: 'For class',
  days: 'Days',
  hours: 'Hours',
  personId: 'Belongs to',
  classesBack: 'Classes that are back',
  classesNotBack: 'Classes that are not back',
  classesGivenUp: 'Classes given up for them',
  classesGivenBack: 'Classes given back',
};

/** What is another after an edit than before, field by field. Fields without a name here are of no use to staff. */
export function changedFields(
  before: unknown,
  after: unknown,
  names: IdNames,
): TimelineEntry['changes'] {
  return describeSomeChanges(before, after, names, fieldNames).map((change) => ({
    field: change.field,
    before: change.before ?? '–',
    after: change.after ?? '–',
  }));
}

/** Null where there is none. */
export function textIn(json: unknown, field: string): string | null {
  const value = fieldsOf(json)[field];
  return typeof value === 'string' && value !== '' ? value : null;
}
