import { beforeAll, expect, test } from 'vitest';
import { readWebWeight, type WebWeight } from './web-weight.ts';

const dashboard = 'dashboard/dashboard-screen.tsx';
const manual = 'operations/manual-screen.tsx';
const pageBudgets: Record<string, number> = { [dashboard]: 60, [manual]: 30 };
const studentGuard = 'app/student-guard.tsx';

let web: WebWeight;

beforeAll(async () => {
  web = await readWebWeight();
}, 60_000);

test('the scripts that the login page waits for weigh at most 95 KB', () => {
  expect(web.weigh(web.login)).toBeLessThanOrEqual(95);
});

test('every page, and whatever else is loaded later, adds at most 20 KB, the manual, which is text, 30, and the dashboard 60', () => {
  const pages = web.loadedLaterBy(web.login);
  expect(pages.length).toBeGreaterThan(14);
  expect(pages).toEqual(expect.arrayContaining(Object.keys(pageBudgets)));
  for (const page of pages) {
    // Students' pages come with their guard; it is counted with every page.
    const added = web.added([page, studentGuard], web.login);
    expect(web.weigh(added), page).toBeLessThanOrEqual(pageBudgets[page] ?? 20);
  }
});

const editStudent = 'people/edit-student-dialog.tsx';

test('a dialog of the dashboard adds at most 40 KB when it opens', () => {
  const loaded = new Set([...web.login, ...web.added([dashboard], web.login)]);
  const firstPages = web.loadedLaterBy(web.login);
  const dialogs = web.loadedLaterBy(loaded).filter((chunk) => !firstPages.includes(chunk));
  expect(dialogs.length).toBeGreaterThan(6);
  expect(dialogs).toContain(editStudent);
  for (const dialog of dialogs) {
    expect(web.weigh(web.added([dialog], loaded)), dialog).toBeLessThanOrEqual(40);
  }
});

test('the staff page adds at most 9 KB, and together with one of its dialogs at most 53', () => {
  const staff = 'people/staff-screen.tsx';
  expect(web.loadedLaterBy(web.login)).toContain(staff);
  const page = web.added([staff], web.login);
  expect(web.weigh(page)).toBeLessThanOrEqual(9);
  const dialogs = web.loadedLaterBy(page);
  expect(dialogs).toHaveLength(4);
  for (const dialog of dialogs) {
    expect(web.weigh(web.added([staff, dialog], web.login)), dialog).toBeLessThanOrEqual(53);
  }
});

test('the day picker is loaded when a date is picked, not with the dialog', () => {
  const picker = 'ui/calendar.tsx';
  const dialog = web.added([editStudent], web.login);
  expect(dialog).not.toContain(picker);
  expect(web.loadedLaterBy(dialog)).toContain(picker);
});
