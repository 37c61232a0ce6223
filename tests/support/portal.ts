import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import type { CastEmail } from '../../src/demo/cast.ts';
import { demoSettings } from '../../src/demo/settings.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { buildApp } from '../../src/server/app.ts';
import { connect } from '../../src/server/database/connect.ts';
import { holdPort } from '../../src/server/database/embedded.ts';
import { people } from '../../src/server/database/schema.ts';
import { openCookies } from '../../src/server/http/cookies.ts';
import { openSessions } from '../../src/server/http/session.ts';
import { openSmtp } from '../../src/server/integrations/mail/smtp-client.ts';
import type { Meetings } from '../../src/server/integrations/meetings/port.ts';
import { openZoom } from '../../src/server/integrations/meetings/zoom-client.ts';
import { openRetreatSite } from '../../src/server/integrations/retreats/retreat-site.ts';
import { openTwilio } from '../../src/server/integrations/texts/twilio-client.ts';
import { openQueue } from '../../src/server/jobs/queue.ts';
import { createLog } from '../../src/server/log.ts';
import { readSettings } from '../../src/server/settings.ts';
import { startWorker } from '../../src/server/worker.ts';
import { testClock } from './clock.ts';
import { createDatabase } from './postgres.ts';

interface Options {
  /** Stands between the portal and its meeting provider, to break what a test wants broken. */
  meetings?(real: Meetings): Meetings;
  environment?: Record<string, string>;
}

/** A whole portal for one test: its own database with the demo's cast, its own sandbox and clock. */
export async function openPortal({ environment = {}, meetings: wrap }: Options = {}) {
  await using opened = new AsyncDisposableStack();
  const { url: databaseUrl, drop } = await createDatabase();
  opened.defer(drop);
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  opened.defer(async () => rmSync(directory, { recursive: true, force: true }));

  const clock = testClock();
  const host = '127.0.0.1';
  const { port, release } = await holdPort();
  const publicUrl = `http://localhost:${port}`;
  const sandbox = await startSandbox({ host, port: 0, directory, clock, portalUrl: publicUrl });
  opened.defer(sandbox.stop);

  const world = {
    host,
    port,
    publicUrl,
    databaseUrl,
    clockFile: 'unused',
    sandboxUrl: sandbox.url,
    sandbox: sandbox.keys,
  };
  const settings = readSettings({ ...demoSettings(world), ...environment });
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const database = connect(databaseUrl, { poolSize: 10, onLostConnection: () => {} });
  opened.defer(() => database.$client.end());
  const queue = await openQueue(databaseUrl, log);
  opened.defer(queue.stop);
  const mailer = openSmtp(settings.mail);
  opened.defer(async () => mailer.close());
  const texter = openTwilio(settings.texts, clock);
  const zoom = openZoom(settings.meetings, clock);
  const meetings = wrap?.(zoom) ?? zoom;
  const shared = { settings, database, clock, queue, meetings, texter };
  await startWorker({ ...shared, mailer });
  const webDirectory = resolve('dist/web');
  const retreats = openRetreatSite(settings.retreats);
  const services = { ...shared, retreats, log, webDirectory, checkAnswers: true };
  const app = buildApp({ ...services, isDraining: () => false });
  await release();
  await app.listen({ host, port });
  opened.defer(() => app.close());

  /** The cookie of a fresh session, as the header that a browser would send. */
  async function cookieOf(email: CastEmail): Promise<string> {
    const [person] = await database.select().from(people).where(eq(people.email, email));
    if (!person) throw new Error(`Nobody in the demo is ${email}`);
    const sessions = openSessions(database, clock, openCookies({ isHttps: false }));
    const { id } = await database.transaction((transaction) => sessions.start(transaction, person));
    return `session=${id}`;
  }

  const running = opened.move();
  return {
    url: publicUrl,
    app,
    database,
    databaseUrl,
    clock,
    sandbox,
    queue,
    zoom,
    settings,
    logged,
    cookieOf,
    // Not waited for: the queue takes half a second to stop, and nothing of this portal is used again.
    async [Symbol.asyncDispose]() {
      running.disposeAsync().catch(() => {});
    },
  };
}

export type Portal = Awaited<ReturnType<typeof openPortal>>;
