import { beforeAll, expect, test } from 'vitest';
import { PAGES } from '../src/course/pages.ts';
import { readWebWeight, type WebWeight } from './web-weight.ts';

const pageBudgets: Record<string, number> = { [PAGES.admin]: 60, [PAGES.manual]: 30 };

let web: WebWeight;

beforeAll(async () => {
  web = await readWebWeight();
}, 60_000);

test('the scripts that the login page waits for weigh at most 95 KB', () => {
  expect(web.weigh(web.login)).toBeLessThanOrEqual(95);
});

test('every page adds at most 22 KB, the manual, which is text, 30, and the dashboard 60', () => {
  expect([...web.pages.keys()]).toEqual(Object.values(PAGES));
  for (const [page, added] of web.pages) {
    expect(added, page).toBeLessThanOrEqual(pageBudgets[page] ?? 22);
  }
});

test('whatever else any page may load later, such as toasts, adds at most 20 KB', () => {
  const screens = /-(screen|page)\.tsx$/;
  const others = web.loadedLaterBy(web.login).filter((chunk) => !screens.test(chunk));
  expect(others).toContain('ui/toaster.tsx');
  for (const chunk of others) {
    expect(web.weigh(web.added([chunk], web.login)), chunk).toBeLessThanOrEqual(20);
  }
});

const editStudent = 'people/person-dialog.tsx';

test('a dialog of the dashboard adds at most 42 KB when it opens', () => {
  expect(web.dialogs.size).toBeGreaterThan(6);
  expect([...web.dialogs.keys()]).toContain(editStudent);
  for (const [dialog, added] of web.dialogs) expect(added, dialog).toBeLessThanOrEqual(42);
});

test('the staff page adds at most 11 KB, and together with one of its dialogs at most 57', () => {
  const staff = 'people/staff-screen.tsx';
  expect(web.loadedLaterBy(web.login)).toContain(staff);
  const page = web.added([staff], web.login);
  expect(web.weigh(page)).toBeLessThanOrEqual(11);
  const dialogs = web.loadedLaterBy(page);
  expect(dialogs).toHaveLength(3);
  for (const dialog of dialogs) {
    expect(web.weigh(web.added([staff, dialog], web.login)), dialog).toBeLessThanOrEqual(57);
  }
});

test('the day picker is loaded when a date is picked, not with the dialog', () => {
  const picker = 'ui/calendar.tsx';
  const dialog = web.added([editStudent], web.login);
  expect(dialog).not.toContain(picker);
  expect(web.loadedLaterBy(dialog)).toContain(picker);
});
