import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { title } from '../../support/student-pages.ts';

test.use({ environment: { STAFF_PASSKEYS: 'required' } });

test('an admin adds the required passkey, confirms with it, and signs in with it', async ({
  portal,
  signedInAs,
}) => {
  const page = await signedInAs('admin@demo.test');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  await page.goto('/admin/staff');
  await expect(title(page)).toHaveText('Add a passkey');
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(title(page)).toHaveText('Staff');

  await page.goto('/account');
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expectNoFaultsAtAnyWidth(page);
  await list.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question.getByRole('alert')).toContainText('this is your only one');
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/admin/import');
  portal.clock.moveTo(new Date(portal.clock.now().getTime() + 11 * 60_000));
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Students' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use Passkey' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.goto('/admin/setup');
  portal.clock.moveTo(new Date(portal.clock.now().getTime() + 11 * 60_000));
  await page.getByRole('button', { name: 'Sign Everyone Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Everyone Out' }).click();
  const confirm = page.getByRole('dialog', { name: 'Please confirm that it’s you' });
  await expect(confirm.getByRole('button', { name: 'Send Code' })).toHaveCount(0);
  await expectNoFaultsAtAnyWidth(page);
  await confirm.getByRole('button', { name: 'Use Passkey' }).click();
  await expect(title(page)).toHaveText('Admin Dashboard');
});
