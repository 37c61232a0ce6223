import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, look } from '../../support/journey.ts';

look(
  'lists are tables at 1024 px and cards with the name on top on a phone',
  async ({ signedInAs }) => {
    const page = await signedInAs('admin@demo.test');
    await page.setViewportSize({ width: 1024, height: 844 });
    for (const tab of ['Classes', 'Students', 'Alumni'] as const) {
      await openTab(page, tab);
      const tops = await page
        .getByRole('row')
        .filter({ has: page.getByRole('cell') })
        .first()
        .getByRole('cell')
        .evaluateAll(
          (cells) => new Set(cells.map((cell) => cell.getBoundingClientRect().top)).size,
        );
      expect(tops, tab).toBe(1);
      await expectNoFaults(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await openTab(page, 'Students');
    const card = rowWith(page, 'omar.rahimi@demo.test');
    const top = async (name: string) =>
      (await card.locator(`td[data-name="${name}"]`).boundingBox())?.y ?? 0;
    expect(await top('First Name')).toBe(await top('Last Name'));
    expect(await top('First Name')).toBeLessThan(await top('Email'));
    expect(await top('Email')).toBeLessThan(await top('Start Date'));
    // Labels that aren't visible are still read out.
    await expect(card.getByRole('cell', { name: /^Phone: \(/ })).toBeVisible();
  },
);

look('lists of cards fit the narrowest phones and tablets', async ({ signedInAs }) => {
  const page = await signedInAs('admin@demo.test');
  for (const width of [320, 820]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['?tab=students', '?tab=alumni', '/staff', '/classes?view=past']) {
      await page.goto(`/admin${path}`);
      await expect(page.getByRole('cell').first()).toBeVisible();
      await expectNoFaults(page);
    }
  }
});
