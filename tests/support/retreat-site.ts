import type { Portal } from './portal.ts';

export async function registerAtSite(
  portal: Portal,
  email: string,
  { retreat = '2026-11-21', name = 'Eve' } = {},
): Promise<string> {
  const { url } = await fetch(`${portal.sandbox.url}/retreats/registrations`, {
    method: 'POST',
    body: new URLSearchParams({ retreat, name, email, phone: '', code: '' }),
  });
  await portal.sandbox.retreatWebhooksSent();
  return url;
}
