import { screen } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

test('the sample schedule has classes 5 to 10, and its buttons only show an alert', async () => {
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  const page = await openPage('/your-schedule');
  const cards = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(cards.map((card) => card?.match(/^Class \d+/)?.[0])).toEqual(
    [5, 6, 7, 8, 9, 10].map((classNumber) => `Class ${classNumber}`),
  );
  expect(cards[0]).toMatch(/Tuesday, September 7, 2027.*4:00.PM.PT · Instructor: Daniel/);
  expect(cards[3]).toContain('Saturday, October 16, 2027');
  await page.sees(/^Classes 5 to 10 follow your first four sessions/);
  const register = screen.getByRole<HTMLAnchorElement>('link', { name: 'Register' });
  expect([register.href, register.target]).toEqual(['https://retreats.test/', '_blank']);
  for (const name of ['Join Class', 'Reschedule']) {
    const [button] = screen.getAllByRole('button', { name });
    if (button) await page.mouse.click(button);
    expect(alert).toHaveBeenLastCalledWith(expect.stringContaining(name));
  }
  expect(page.changes()).toEqual([]);
});

test('an unknown address says so and has a way back', async () => {
  const page = await openPage('/no/such/page');
  await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' });
  await page.click('Go to the home page', 'link');
  await page.isAt('/');
});
