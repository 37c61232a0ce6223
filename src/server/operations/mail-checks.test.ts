import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { checkOf } from '../../../tests/support/setup-checks.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterAll(() => portal[Symbol.asyncDispose]());

type Zone = Record<string, string[]>;

function dnsWith(zone: Zone) {
  const ask = async (name: string) => {
    const found = zone[name];
    if (!found) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
    return found;
  };
  return {
    // DNS splits long texts into parts.
    resolveTxt: async (name: string) =>
      (await ask(`TXT ${name}`)).map((text) => [text.slice(0, 9), text.slice(9)]),
    resolveMx: async (name: string) =>
      (await ask(`MX ${name}`)).map((exchange) => ({ exchange, priority: 10 })),
    resolve4: (name: string) => ask(`A ${name}`),
    reverse: (address: string) => {
      if (!address) throw Object.assign(new Error('no address'), { code: 'EINVAL' });
      return ask(`PTR ${address}`);
    },
  } as unknown as Resolver;
}

const look = (name: string, dns: Resolver, from = 'portal@school.org', changed = {}) => {
  const { mail } = portal.settings;
  const real = { ...mail, fromAddress: from, host: 'portal.school.org', ...changed };
  return checkOf(name, portal, { dns, settings: { mode: 'production', mail: real } });
};
const key = { dkimSelector: 'key1' };

test.each<[string, Zone, object?]>([
  ['SPF', { 'TXT school.org': ['google-site-verification=1', 'v=spf1 include:x.example ~all'] }],
  ['DKIM', { 'TXT key1._domainkey.school.org': ['v=DKIM1; k=rsa; p=MIGf'] }, key],
  ['DMARC', { 'TXT _dmarc.school.org': ['v=DMARC1; p=quarantine; rua=mailto:a@b.example'] }],
  ['MX', { 'MX school.org': ['mx.school.org', 'mx2.school.org'] }],
  ['PTR', { 'A portal.school.org': ['203.0.113.5'], 'PTR 203.0.113.5': ['vps.host.example'] }],
])('a good %s record is OK, and shown', async (name, zone, changed) => {
  const [, [shown = ''] = []] = Object.entries(zone).at(-1) ?? [];
  const found = await look(`${name} record`, dnsWith(zone), undefined, changed);
  expect(found).toMatch(/^ok: .* has “.+”\.$/);
  if (name !== 'SPF') expect(found).toContain(shown);
});

test.each<[string, Zone, RegExp, object?]>([
  ['SPF', {}, /^warning: school.org has no working SPF record\. .*“v=spf1 include:/],
  ['SPF', { 'TXT school.org': ['v=spf1 +all'] }, /no working SPF/],
  ['SPF', { 'TXT school.org': ['v=spf1 a -all', 'v=spf1 mx -all'] }, /has 2 SPF records\. /],
  ['DKIM', {}, /^warning: key1\._domainkey\.school\.org has no working DKIM.*CNAME or TXT/, key],
  ['DKIM', { 'TXT key1._domainkey.school.org': ['v=DKIM1; p='] }, /no working DKIM/, key],
  ['DMARC', {}, /^warning: _dmarc\.school\.org has no working DMARC .*“v=DMARC1; p=none”\.$/],
  ['DMARC', { 'TXT _dmarc.school.org': ['v=DMARC1; rua=mailto:a@b.example'] }, /no working DMARC/],
  [
    'MX',
    {},
    /^warning: school\.org has no working MX record\. Without it, bounced email gets lost/,
  ],
  ['MX', { 'MX school.org': [''] }, /no working MX/],
  [
    'PTR',
    { 'A portal.school.org': ['203.0.113.5'] },
    /^warning: portal\.school\.org has no working PTR/,
  ],
  ['PTR', {}, /^warning: We couldn’t look up portal\.school\.org\. /],
])(
  'a missing or wrong %s record is a warning that says what to do',
  async (name, zone, said, changed) => {
    expect(await look(`${name} record`, dnsWith(zone), undefined, changed)).toMatch(said);
  },
);

test('a subdomain uses the DMARC record of the domain above it', async () => {
  const dns = dnsWith({ 'TXT _dmarc.school.org': ['v=DMARC1; p=reject'] });
  expect(await look('DMARC record', dns, 'portal@mail.school.org')).toMatch(/^ok: /);
});

test('control characters in a record don’t reach the terminal', async () => {
  const dns = dnsWith({ 'TXT school.org': ['v=spf1 \u001b[31ma -all'] });
  expect(await look('SPF record', dns)).toBe('ok: school.org has “v=spf1 [31ma -all”.');
});

test('without MAIL_DKIM_SELECTOR, we don’t guess', async () => {
  expect(await look('DKIM record', dnsWith({}))).toMatch(/^ok: MAIL_DKIM_SELECTOR isn’t set/);
});

test('the demo’s domain doesn’t exist, so it isn’t looked up', async () => {
  expect(await checkOf('SPF record', portal, { dns: dnsWith({}) })).toBeUndefined();
});

async function startDns(code: number) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { address, port }) => {
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8180 | code, 2);
    socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, [Symbol.dispose]: () => void socket.close() };
}

test('over the wire, a name that doesn’t exist and a server that fails are told apart', async () => {
  using unknown = await startDns(3);
  expect(await look('SPF record', unknown.resolver)).toMatch(/has no working SPF/);
  using failing = await startDns(2);
  expect(await look('SPF record', failing.resolver)).toMatch(/^warning: We couldn’t look up/);
  const silent = new Resolver({ timeout: 100, tries: 1 });
  silent.setServers(['127.0.0.1:9']);
  expect(await look('MX record', silent)).toMatch(/^warning: We couldn’t look up/);
});
