import { expect, type Page } from '@playwright/test';
import type { Portal } from './portal.ts';

interface Message {
  to: string;
  text: string;
  links: string[];
}

export async function askForLink(page: Page, identifier: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email or Phone').fill(identifier);
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await expect(page.getByText('Login link sent!', { exact: true })).toBeVisible();
}

export async function linkSentTo(portal: Portal, recipient: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const answer = await fetch(`${portal.sandbox.url}/outbox`);
    const newestFirst = (await answer.json()) as Message[];
    link = newestFirst.find(({ to }) => to === recipient)?.links[0] ?? '';
    expect(link).toMatch(/\/(verify\?token=|s\/)/);
  }).toPass();
  return link;
}

export async function codeSentTo(portal: Portal, recipient: string, count = 1): Promise<string> {
  let code = '';
  await expect(async () => {
    const answer = await fetch(`${portal.sandbox.url}/outbox`);
    const codes = ((await answer.json()) as Message[])
      .filter(({ to }) => to === recipient)
      .flatMap(({ text }) => text.match(/^(?:@\S+ #)?(\d{6})$/m)?.[1] ?? []);
    expect(codes.length).toBeGreaterThanOrEqual(count);
    code = codes[0] ?? '';
  }).toPass();
  return code;
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByLabel('Six-digit code').press('Enter');
}
