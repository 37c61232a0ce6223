import { setTimeout as pause } from 'node:timers/promises';

const timeoutMs = 30_000;
const intervalMs = 50;

/** Reads the value until it is as expected, because jobs take up to a second. */
export async function eventually<Value>(
  read: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (Date.now() > giveUpAt)
      throw new Error(`still ${JSON.stringify(value)} after half a minute`);
    await pause(intervalMs);
  }
}
