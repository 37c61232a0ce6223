import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZoomSandbox, type ZoomSandbox } from '../../../../tests/support/zoom-sandbox.ts';
import { operations } from '../../../sandbox/zoom/operations.ts';
import type { Meetings } from './port.ts';
import { openZoom } from './zoom-client.ts';

const host = 'host@sandbox.test';
let sandbox: ZoomSandbox;
let zoom: Meetings;
const realFetch = globalThis.fetch;
const asked: string[] = [];

beforeAll(async () => {
  sandbox = await openZoomSandbox();
  await sandbox.faults({ signIn: 'default' });
  zoom = openZoom(sandbox.keys(), sandbox.clock);
  globalThis.fetch = (input, init) => {
    const { origin, pathname } = new URL(String(input));
    // Jobs from an earlier test file's portal may still be sending requests.
    if (sandbox.url() === origin) asked.push(`${init?.method ?? 'GET'} ${pathname}`);
    return realFetch(input, init);
  };
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await sandbox.close();
});

function operationOf(request: string): string | undefined {
  return Object.keys(operations).find((name) => {
    const [method, path = ''] = name.split(' ');
    return new RegExp(`^${method} /zoom/v2${path.replace(/:\w+/g, '[^/]+')}$`).test(request);
  });
}

/** The sandbox rejects fields and parameters that aren't in Zoom's API description or have the wrong type. */
test('every request to Zoom matches Zoom’s API description', async () => {
  const plan = {
    topic: 'TM Weekly Class',
    startsAt: new Date('2026-12-02T00:00:00Z'),
    minutes: 60,
    marker: 'Class 1 of https://portal.test',
    passcode: 'Kd4-Rm9-Xt',
  };
  const { id, registrationUrl } = await zoom.create(host, plan);
  expect(registrationUrl).toContain('/register/');
  const { passcode } = plan;
  const expected = {
    takesRegistrations: true,
    hasWaitingRoom: false,
    requiresSignIn: false,
    passcode,
  };
  expect(await zoom.find(host, id)).toMatchObject(expected);
  expect((await zoom.list(host)).map((meeting) => meeting.id)).toContain(id);
  await zoom.change(host, id, { ...plan, topic: 'TM Monthly Class' });
  expect(await zoom.find(host, id)).toMatchObject({ topic: 'TM Monthly Class' });
  const names = { firstName: 'N'.repeat(200), lastName: 'L'.repeat(200) };
  const nora = await zoom.addRegistrant(host, id, { email: 'nora@demo.test', ...names });
  expect(await zoom.listRegistrants(host, id)).toEqual([nora]);
  await zoom.removeRegistrant(host, id, nora?.id ?? '');
  const guests = ['a', 'b'].map((name) => ({ email: `${name}@demo.test`, ...names }));
  const added = await zoom.addRegistrants(host, id, guests);
  expect(await zoom.listRegistrants(host, id)).toEqual(added);
  expect(await zoom.findStartUrl(id)).toContain('/zoom/s/');
  expect(await zoom.report(id)).toBeNull();
  expect(await zoom.findHost(host)).toMatchObject({ isLicensed: true });
  expect(await zoom.findCapacity(host)).toBe(100);
  expect(await zoom.findMissingRights(host)).toEqual({ calls: [], events: [] });
  await zoom.remove(host, id);
  expect(await zoom.find(host, id)).toBeNull();

  const requests = asked.filter((request) => !request.includes('/oauth/'));
  const used = new Set(requests.map(operationOf));
  expect(used).toEqual(new Set(Object.keys(operations)));
});
