import { expect, test } from 'vitest';
import { studentAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

test('where the clipboard is refused, the code is selected to be copied by hand', async () => {
  const page = await openPage('/retreat-registration', {
    user: userOf('student'),
    answers: studentAnswers,
  });
  Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('No.')) });
  Object.assign(document, { execCommand: () => false });
  await page.click('Copy the code FIRSTRETREAT');
  await page.sees('Please copy the selected code');
  expect(document.getSelection()?.toString()).toBe('FIRSTRETREAT');
});
