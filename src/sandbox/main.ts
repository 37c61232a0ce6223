import { chmodSync, mkdirSync } from 'node:fs';
import { startSandbox } from './sandbox.ts';
import { openClock } from './time-travel.ts';

const {
  HOST = '127.0.0.1',
  SANDBOX_PORT,
  SANDBOX_DIRECTORY,
  CLOCK_FILE,
  PUBLIC_URL,
  SANDBOX_PEOPLE,
} = process.env;
if (!SANDBOX_PORT || !SANDBOX_DIRECTORY || !CLOCK_FILE || !PUBLIC_URL) {
  process.stderr.write(
    'The sandbox needs SANDBOX_PORT, SANDBOX_DIRECTORY, CLOCK_FILE and PUBLIC_URL.\n',
  );
  process.exit(1);
}

// The outbox contains login links, so other users of this machine mustn't read it.
process.umask(0o077);
mkdirSync(SANDBOX_DIRECTORY, { recursive: true });
chmodSync(SANDBOX_DIRECTORY, 0o700);

const sandbox = await startSandbox({
  host: HOST,
  port: Number(SANDBOX_PORT),
  directory: SANDBOX_DIRECTORY,
  clock: openClock(CLOCK_FILE),
  portalUrl: PUBLIC_URL,
  people: JSON.parse(SANDBOX_PEOPLE ?? '[]'),
  // High enough for the portal to create meetings for half a year of classes at once.
  zoomMeetingsPerDay: 5000,
});
process.send?.(sandbox.keys);

let isStopping = false;
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.on(event, async () => {
    if (isStopping) return;
    isStopping = true;
    await sandbox.stop();
    process.exit(0);
  });
}
