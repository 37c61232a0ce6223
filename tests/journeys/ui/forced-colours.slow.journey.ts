import { expect, look } from '../../support/journey.ts';
import { classCard } from '../../support/student-pages.ts';

look('in forced colours a tick, a step and a dialog can be seen', async ({ signedInAs }) => {
  const student = await signedInAs('transfer-student@demo.test');
  await student.goto('/text-consent');
  const box = student.getByRole('checkbox');
  const colourOf = (selector: string, property: string) =>
    student.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await student.emulateMedia({ forcedColors: 'active', colorScheme });
    await box.uncheck();
    const empty = await colourOf('[type=checkbox]', 'background-color');
    await box.check();
    const background = () => colourOf('[type=checkbox]', 'background-color');
    await expect.poll(background).not.toBe(empty);
    expect(await colourOf('[type=checkbox] + svg', 'color')).not.toBe(await background());
  }

  const beginner = await signedInAs('new-student@demo.test');
  await beginner.emulateMedia({ forcedColors: 'active' });
  await beginner.goto('/onboarding');
  const bar = (name: string) => beginner.locator(`[data-bar="${name}"]`).first();
  await expect(bar('current')).toHaveCSS('outline', /solid 2px/);
  await expect(bar('ahead')).toHaveCSS('outline', /solid 1px/);

  const page = await signedInAs('mid-course@demo.test');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/schedule');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  // Outside of it: what stands at its foot would cover an edge within.
  await expect(page.getByRole('dialog')).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('dialog')).toHaveCSS('outline-offset', '0px');
});
