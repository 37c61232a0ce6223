import type { Load } from './load.ts';
import { divide, type Row, secondsARound, takeTurns } from './measure.ts';
import { startProcess } from './processes.ts';
import { settingsFor } from './world.ts';

/** Nobody is there: the route asks neither the database nor a vendor. */
const nowhere = 'http://127.0.0.1:1';
const key = 'a key that opens nothing';
const vendors = {
  smtpUrl: 'smtp://127.0.0.1:1',
  twilio: {
    baseUrl: nowhere,
    accountSid: 'AC',
    authToken: key,
    loginSender: 'a',
    reminderSender: 'b',
  },
  zoom: {
    baseUrl: nowhere,
    oauthUrl: nowhere,
    accountId: 'a',
    clientId: 'b',
    clientSecret: key,
    webhookSecret: key,
  },
  retreats: { webhookSecret: key },
};

/** What the portal's own HTTP side costs: routing, session cookie, contract, headers, JSON. */
export async function compareFront(load: Load): Promise<Row[]> {
  const settings = settingsFor('postgres://nobody@127.0.0.1:1/nothing', vendors);
  const ours = await startProcess<string>('bench/front-process.ts', settings);
  const request = { method: 'GET', path: '/api/known-user', cookie: 'session=any' } as const;
  const answer = await fetch(ours.greeting + request.path, { headers: { cookie: request.cookie } });
  const sentByNode = ['date', 'connection', 'keep-alive'];
  const headers = [...answer.headers].filter(([name]) => !sentByNode.includes(name));
  const bare = await startProcess<string>('bench/bare-process.ts', {
    HEADERS: JSON.stringify(Object.fromEntries(headers)),
    BODY: await answer.text(),
  });
  const put = (url: string) => async () =>
    (await load.put({ urls: [url], connections: 10, seconds: secondsARound, requests: [request] }))
      .perSecond;
  const turns = await takeTurns({ ours: put(ours.greeting), bare: put(bare.greeting) });
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
