import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import type { ResponseTo } from '../../contract/contract.ts';
import { offline, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

type Reply = ResponseTo<'GET /api/classes/:id/fresh-zoom-url'> | Refusal | typeof offline;

const startUrl = 'https://zoom.test/s/81234567890?zak=fresh';
const unreachable = 'We couldn’t reach the portal. Please check your connection and try again.';

/** By default, the class starts in 20 minutes. */
async function openList(reply: Reply, { now = '2026-11-20T17:40:00Z', isBlocked = false } = {}) {
  const opened = document.implementation.createHTMLDocument();
  const tab = { document: opened, location: { replace: vi.fn() }, close: vi.fn(), opener: {} };
  vi.stubGlobal('open', () => (isBlocked ? null : tab));
  const page = await openPage('/admin', {
    user: userOf('teacher'),
    now: new Date(now),
    answers: {
      ...staffAnswers,
      'GET /api/classes/all': [adminClass(1)],
      'GET /api/classes/:id/fresh-zoom-url': reply,
    },
  });
  return { ...page, tab };
}

test('a meeting starts in a new tab with a fresh URL', async () => {
  const page = await openList({ startUrl });
  await page.click(/^Start Zoom Meeting/);
  await waitFor(() => expect(page.tab.location.replace).toHaveBeenCalledWith(startUrl));
  expect(page.calls('GET /api/classes/:id/fresh-zoom-url')).toMatchObject([
    { params: { id: '1' } },
  ]);
});

test('starting more than half an hour early needs a confirmation', async () => {
  const page = await openList({ startUrl }, { now: '2026-11-20T17:29:00Z' });
  await page.click(/^Start Zoom Meeting/);
  await page.sees('Start this meeting early?');
  await page.sees(/Friday, November 20 at 10:00 AM PT/);
  expect(page.calls('GET /api/classes/:id/fresh-zoom-url')).toEqual([]);
  await page.click('Start Now');
  await waitFor(() => expect(page.tab.location.replace).toHaveBeenCalledWith(startUrl));
});

test.each<[Reply, string, string]>([
  [new Refusal(503, 'Zoom is away.'), 'Error starting Zoom meeting', 'Zoom is away.'],
  [new Refusal(500, ''), 'Error starting Zoom meeting', 'Failed to get fresh Zoom URL'],
  [offline, 'Error starting Zoom meeting', unreachable],
  [{} as Reply, 'Error', 'Failed to get Zoom start URL'],
  [
    new Refusal(409, 'It has none.'),
    'No Zoom meeting',
    "This class doesn't have an associated Zoom meeting",
  ],
])(
  'a meeting that cannot be started (%o) says “%s” and leaves no empty tab behind',
  async (reply, title, words) => {
    const page = await openList(reply);
    await page.click(/^Start Zoom Meeting/);
    await page.sees(title);
    await page.sees(words);
    expect(page.tab.close).toHaveBeenCalledOnce();
    expect(page.tab.location.replace).not.toHaveBeenCalled();
  },
);

test('when a meeting turns out to be gone, the list is fetched again', async () => {
  const page = await openList(new Refusal(409, 'It has none.'));
  await page.click(/^Start Zoom Meeting/);
  await waitFor(() => expect(page.calls('GET /api/classes/all')).toHaveLength(2));
});

test('a blocked tab shows how to allow it', async () => {
  const page = await openList({ startUrl }, { isBlocked: true });
  await page.click(/^Start Zoom Meeting/);
  await page.sees('Your browser blocked the new tab. Allow pop-ups for this site and try again.');
});
