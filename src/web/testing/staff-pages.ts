import { screen, waitFor, within } from '@testing-library/dom';
import type { ClassGuest, ClassPage } from '../../contract/class-page.ts';
import { adminClass } from './fixtures.ts';
import type { openPage } from './open-page.tsx';

type OpenedPage = Awaited<ReturnType<typeof openPage>>;

export async function choose(page: OpenedPage, label: string | RegExp, option: string) {
  await waitFor(() => page.mouse.selectOptions(screen.getByLabelText(label), option));
}

export const fieldValue = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;

export async function openCalendar(page: OpenedPage, field: string, month?: string, year?: string) {
  await page.click(new RegExp(`^${field}, `));
  const select = async (name: RegExp, value: string) =>
    page.mouse.selectOptions(await screen.findByRole('combobox', { name }), value);
  if (year) await select(/Year/, year);
  if (month) await select(/Month/, month);
}

/** `day` has the format 'Jan 15, 2027'. */
export function dayButton(day: string) {
  const name = new RegExp(`, ${day}`);
  return within(screen.getByRole('grid')).getByRole<HTMLButtonElement>('button', { name });
}

export function classGuest(personId: number, changes: Partial<ClassGuest> = {}): ClassGuest {
  return {
    personId,
    name: 'Farah Haddad',
    email: 'farah@example.org',
    phone: '+12025550104',
    textConsent: true,
    role: 'student',
    classNumber: 5,
    marks: [],
    makeup: null,
    attendance: null,
    correction: null,
    ...changes,
  };
}

/** A class with one student, on Friday the 20th at 10:00 AM PT. */
export function classPage(changes: Partial<ClassPage> = {}): ClassPage {
  return {
    courseClass: adminClass(1, { registrationCount: 1 }),
    instructorName: 'Ruth Abara',
    host: 'ruth@school.test',
    guests: [classGuest(3)],
    unknownGuests: [],
    waiting: [],
    isAttendanceFinal: false,
    wasHeld: null,
    attendanceProblem: null,
    cancellation: null,
    waitingList: [],
    ...changes,
  };
}
