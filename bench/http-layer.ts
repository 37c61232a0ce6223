import type { Load } from './load.ts';
import { divide, measureInTurns, type Row, secondsARound } from './measure.ts';
import { startProcess } from './processes.ts';
import { settingsFor } from './setup.ts';

/** Nothing listens here: the route calls neither the database nor a vendor. */
const unused = 'http://127.0.0.1:1';
const key = 'a key that opens nothing';
const vendors = {
  smtpUrl: 'smtp://127.0.0.1:1',
  smtpCaFile: '',
  twilio: {
    baseUrl: unused,
    messagingUrl: unused,
    accountSid: 'AC',
    authToken: key,
    loginSender: 'a',
    reminderSender: 'b',
  },
  zoom: {
    baseUrl: unused,
    oauthUrl: unused,
    accountId: 'a',
    clientId: 'b',
    clientSecret: key,
    webhookSecret: key,
    hostUser: 'c',
  },
  retreats: { webhookSecret: key },
};

/** The cost of the portal's HTTP layer: routing, session cookie, contract, headers, JSON. */
export async function compareHttpLayer(load: Load): Promise<Row[]> {
  const settings = settingsFor('postgres://nobody@127.0.0.1:1/nothing', vendors);
  const ours = await startProcess<string>('bench/http-layer-process.ts', settings);
  const request = { method: 'GET', path: '/api/known-user', cookie: 'session=any' } as const;
  const answer = await fetch(ours.readyMessage + request.path, {
    headers: { cookie: request.cookie },
  });
  const sentByNode = ['date', 'connection', 'keep-alive'];
  const headers = [...answer.headers].filter(([name]) => !sentByNode.includes(name));
  const bare = await startProcess<string>('bench/plain-node-process.ts', {
    HEADERS: JSON.stringify(Object.fromEntries(headers)),
    BODY: await answer.text(),
  });
  const perSecond = (url: string) => async () =>
    (await load.run({ urls: [url], connections: 10, seconds: secondsARound, requests: [request] }))
      .perSecond;
  const turns = await measureInTurns({
    ours: perSecond(ours.readyMessage),
    bare: perSecond(bare.readyMessage),
  });
  await Promise.all([ours.stop(), bare.stop()]);
  return [
    {
      measure: 'a route like GET /api/user, without a query',
      against: 'bare node:http, same bytes',
      wanted: '≥ 0.5',
      ratios: divide(turns.ours, turns.bare),
    },
  ];
}
