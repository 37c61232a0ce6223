import { expect, look } from '../../support/journey.ts';
import { classCard } from '../../support/student-pages.ts';

look('checkboxes, progress and dialogs are visible in forced colors', async ({ signedInAs }) => {
  const student = await signedInAs('transfer-student@demo.test');
  await student.goto('/text-consent');
  const box = student.getByRole('checkbox');
  const colorOf = (selector: string, property: string) =>
    student.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await student.emulateMedia({ forcedColors: 'active', colorScheme });
    await box.uncheck();
    const empty = await colorOf('[type=checkbox]', 'background-color');
    await box.check();
    const background = () => colorOf('[type=checkbox]', 'background-color');
    await expect.poll(background).not.toBe(empty);
    expect(await colorOf('[type=checkbox] + svg', 'color')).not.toBe(await background());
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
  // The outline is outside the dialog, because the sticky buttons would cover it inside.
  await expect(page.getByRole('dialog')).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('dialog')).toHaveCSS('outline-offset', '0px');
});
