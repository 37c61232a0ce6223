import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

test.each([
  ['/admin/people/99999', 'GET /api/admin/people/:id', 'Person not found'],
  ['/admin/classes/99999', 'GET /api/admin/classes/:id', 'Class not found'],
])(
  '%s says that nothing was found, belongs to the dashboard, and offers no retry',
  async (path, call, title) => {
    const page = await openPage(path, {
      user: userOf('admin'),
      answers: { [call]: new Refusal(404, 'There is none.') },
    });
    await page.sees(title);
    await page.sees('There is none.');
    expect(await screen.findByRole('link', { name: 'Dashboard', current: 'page' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /try again/i })).toBeNull();
  },
);
