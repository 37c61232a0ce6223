import { z } from 'zod';
import { formatCalendarDate } from '../../course/format-time.ts';
import { installation } from '../database/schema.ts';
import { readBuild } from '../platform/build-info.ts';
import { DAY_MS } from '../platform/clock.ts';
import { type CheckContext, type CheckResult, ok, warning } from './check-result.ts';

const release = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  date: z.iso.date(),
  url: z.url({ protocol: /^https?$/, normalize: true }).optional(),
});

export async function checkVersion(context: CheckContext): Promise<CheckResult> {
  const { version, built } = readBuild();
  const own = `This is version ${version}${built && `, built on ${formatCalendarDate(built)}`}.`;
  const { updateFeed: feed } = context.settings;
  if (!feed) return ok(`${own} UPDATE_FEED isn’t set, so we don’t look for newer versions.`);
  const { version: newest, date = '', url: link } = await findLatest(context, feed);
  if (!newest)
    return ok(`${own} UPDATE_FEED didn’t name the newest version. We’ll check again tomorrow.`);
  const isNewer = newest.localeCompare(version, 'en', { numeric: true }) > 0;
  if (!isNewer) return ok(`${own} It’s the newest version.`);
  return { ...warning(`${own} Version ${newest} came out on ${formatCalendarDate(date)}.`), link };
}

async function findLatest({ database, clock }: CheckContext, feed: string) {
  const now = clock.now();
  const [row] = await database.select().from(installation);
  const { feed: lastFeed, askedAt = '', ...latest } = row?.updateFeed ?? {};
  if (lastFeed === feed && now.getTime() - Date.parse(askedAt) < DAY_MS) return latest;
  const found: Partial<z.infer<typeof release>> = await readFeed(feed).catch(() => ({}));
  const updateFeed = { feed, askedAt: now.toISOString(), ...found };
  await database.update(installation).set({ updateFeed });
  return found;
}

/** Sends no information about this installation. A response that is too long is cut off, and parsing it then fails. */
async function readFeed(feed: string) {
  const { ok: isOk, body } = await fetch(feed, {
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
    headers: { 'user-agent': 'course-portal', accept: 'application/json' },
  });
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > 20_000) break;
  }
  return isOk ? release.parse(JSON.parse(text)) : {};
}
