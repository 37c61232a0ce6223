import type { Settings } from '../platform/settings.ts';
import { type CheckContext, ok, warning } from './check-result.ts';

interface DnsRecord {
  name: string;
  hosts(domain: string, mail: Settings['mail']): string[];
  find?(dns: CheckContext['dns'], host: string): Promise<string[]>;
  isRight?: RegExp;
  advice: string;
}

const records: DnsRecord[] = [
  {
    name: 'SPF record',
    hosts: (domain) => [domain],
    // “all” and “+all” would let anyone send email for the domain.
    isRight: /^v=spf1\b(?!.*\s\+?all\b)/i,
    advice:
      'It tells other email servers who may send email for you. There should be one TXT record with this name, such as “v=spf1 include:_spf.mail-provider.example -all”. Your mail provider has the exact value.',
  },
  {
    name: 'DKIM record',
    hosts: (domain, { dkimSelector: key }) => (key ? [`${key}._domainkey.${domain}`] : []),
    isRight: /\bp=\s*[^;\s]/i,
    advice:
      'It lets other email servers verify your signature. Add the CNAME or TXT record that your mail provider shows you, such as “v=DKIM1; k=rsa; p=…”, or correct MAIL_DKIM_SELECTOR.',
  },
  {
    name: 'DMARC record',
    // A subdomain without its own DMARC record falls back to its parent domain's.
    hosts: (domain) => [`_dmarc.${domain}`, domain.replace(/^[^.]+/, '_dmarc')],
    isRight: /^v=DMARC1\s*;.*\bp=(none|quarantine|reject)\b/i,
    advice:
      'Without it, Gmail and Yahoo may reject your email. There should be one TXT record with this name, such as “v=DMARC1; p=none”.',
  },
  {
    name: 'MX record',
    hosts: (domain) => [domain],
    find: async (dns, host) => (await dns.resolveMx(host)).slice(0, 1).map((mx) => mx.exchange),
    advice:
      'Without it, bounced email gets lost. Add an MX record with the server that has your mailboxes, such as “10 mx.mail-provider.example”.',
  },
  {
    name: 'PTR record',
    hosts: (_, { host }) => [host],
    async find(dns, host) {
      const [address = ''] = await dns.resolve4(host).catch(() => []);
      return (await dns.reverse(address)).slice(0, 1);
    },
    advice:
      'If this machine delivers your email itself, ask its hosting company to set the reverse DNS of its IP address to this name. With a provider’s mail server, you don’t need it.',
  },
];

async function checkRecord(record: DnsRecord, { dns, settings: { mode, mail } }: CheckContext) {
  if (mode === 'demo') return null;
  const { name, isRight = /./, advice } = record;
  const hosts = record.hosts(mail.fromAddress.replace(/.*@/, ''), mail);
  for (const host of hosts) {
    const texts = await (record.find ?? findTexts)(dns, host).catch(emptyIfAbsent);
    if (!texts) return warning(`We couldn’t look up ${host}. Please check again later.`);
    const found = texts.filter((text) => isRight.test(text));
    if (found.length === 1) return ok(`${host} has “${found[0]?.slice(0, 200)}”.`);
    if (found.length > 1) return warning(`${host} has ${found.length} ${name}s. ${advice}`);
  }
  if (hosts.length === 0) return ok('MAIL_DKIM_SELECTOR isn’t set, so we can’t look it up.');
  return warning(`${hosts[0]} has no working ${name}. ${advice}`);
}

const findTexts = async (dns: CheckContext['dns'], host: string) =>
  (await dns.resolveTxt(host)).map((parts) => parts.join('').replace(/\p{Cc}/gu, ''));

const emptyIfAbsent = ({ code = '' }) => (/^E(NOTFOUND|NODATA)$/.test(code) ? [] : null);

export const mailRecordChecks = records.map((record) => ({
  name: record.name,
  chapter: '3-mail',
  run: (context: CheckContext) => checkRecord(record, context),
}));
