import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { testClock } from './clock.ts';
import { discard } from './leftovers.ts';

const json = { 'content-type': 'application/json' };

export async function openZoomSandbox(portalUrl = 'http://127.0.0.1:9') {
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  const place = { host: '127.0.0.1', port: 0, directory, portalUrl };
  const clock = testClock();
  let sandbox = await startSandbox({ ...place, clock });
  let token = '';

  const opened = {
    clock,
    directory,
    url: () => sandbox.url,
    keys: () => sandbox.keys.zoom,
    token: () => token,
    webhooksSent: () => sandbox.zoomWebhooksSent(),

    async signIn() {
      const { oauthUrl, accountId, clientId, clientSecret } = sandbox.keys.zoom;
      const query = `grant_type=account_credentials&account_id=${accountId}`;
      const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
      const answer = await fetch(`${oauthUrl}/oauth/token?${query}`, { method: 'POST', headers });
      token = ((await answer.json()) as { access_token: string }).access_token;
    },

    async call(method: string, path: string, body?: object, bearer = token) {
      const answer = await fetch(sandbox.keys.zoom.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${bearer}`, ...(body && json) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { status, headers } = answer;
      const text = await answer.text();
      return { status, headers, body: text ? JSON.parse(text) : null };
    },

    post: (path: string, body: object) =>
      fetch(sandbox.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) }),

    async faults(faults: object) {
      await opened.post('/zoom/faults', faults);
    },

    async restart({ whileStopped = () => {}, zoomMeetingsPerDay = 100 } = {}) {
      await sandbox.stop();
      whileStopped();
      sandbox = await startSandbox({ ...place, clock, zoomMeetingsPerDay });
      await opened.signIn();
    },

    async close() {
      await sandbox.stop();
      discard(directory);
    },
  };
  await opened.signIn();
  return opened;
}

export type ZoomSandbox = Awaited<ReturnType<typeof openZoomSandbox>>;
