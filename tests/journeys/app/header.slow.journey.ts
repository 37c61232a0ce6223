import { expect, look } from '../../support/journey.ts';
import { classCard } from '../../support/student-pages.ts';

const gapsOfLinks = `(() => {
  const boxes = [...document.querySelector('nav').children].map((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    const shown = [...range.getClientRects()].filter(({ width }) => width > 0);
    return {
      left: Math.min(...shown.map((rect) => rect.left)),
      right: Math.max(...shown.map((rect) => rect.right)),
    };
  });
  return boxes.slice(1).map(({ left }, at) => left - boxes[at].right);
})()`;

look(
  'the header doesn’t move with a scrollbar, a dialog or while logging out',
  async ({ signedInAs }) => {
    const page = await signedInAs('mid-course@demo.test');
    await page.route('**/api/auth/logout', () => {});
    const links = page.getByRole('navigation', { name: 'Main' });
    const brand = page.locator('header a').first();
    await page.goto('/unknown');
    await expect(brand).toBeVisible();
    const place = (await brand.boundingBox())?.x;
    await page.goto('/schedule');
    await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
    expect((await brand.boundingBox())?.x).toBe(place);
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await brand.boundingBox())?.x).toBe(place);

    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/schedule');
      await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible();
      const gaps = await page.evaluate<number[]>(gapsOfLinks);
      expect(gaps).toHaveLength(2);
      for (const gap of gaps) expect(Math.abs(gap - 29)).toBeLessThan(5);
    }
    const logout = links.getByRole('button');
    const before = await logout.boundingBox();
    await logout.click();
    await expect(links.getByRole('button', { name: 'Logging out...' })).toBeVisible();
    expect(await logout.boundingBox()).toEqual(before);
  },
);
