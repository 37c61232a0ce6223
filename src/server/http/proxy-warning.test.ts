import fastify from 'fastify';
import { expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { watchForwarding } from './proxy-warning.ts';

const warnings = ({ logged }: Portal) =>
  logged.filter((line) => line.includes('TRUSTED_PROXIES')).map((line) => JSON.parse(line).level);

const get = ({ url }: Portal, headers: Record<string, string> = {}) =>
  fetch(`${url}/healthz`, { headers });

test('logs one warning when an unknown proxy first shows up', async () => {
  await using portal = await openPortal({ isNew: true });
  await get(portal);
  expect(warnings(portal)).toEqual([]);
  for (let round = 0; round < 3; round += 1) {
    await get(portal, { 'x-forwarded-for': `203.0.113.${round}` });
  }
  expect(warnings(portal)).toEqual([40]);
  expect(portal.logged.join('')).not.toContain('203.0.113');
});

test('logs no warning for a configured proxy', async () => {
  await using portal = await openPortal({
    isNew: true,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  await get(portal, { 'x-forwarded-for': '203.0.113.1' });
  expect(warnings(portal)).toEqual([]);
});

test.each([
  ['127.0.0.1', '203.0.113.1', 'believed'],
  ['127.0.0.1', '127.0.0.1', 'believed'],
  ['10.0.0.9', '203.0.113.1', 'ignored'],
])('from %s, a client at %s is %s', async (remoteAddress, client, became) => {
  const app = fastify({ trustProxy: ['127.0.0.1'] });
  const forwarding = watchForwarding(app, { trustsProxies: true });
  await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': client } });
  expect(forwarding.last()).toBe(became);
});
