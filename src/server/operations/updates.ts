import { z } from 'zod';
import { formatCalendarDate } from '../../course/format-time.ts';
import { installation } from '../database/schema.ts';
import { readJson } from '../integrations/read-answer.ts';
import { readBuild } from '../platform/build-info.ts';
import { DAY_MS } from '../platform/clock.ts';
import { type CheckContext, type CheckResult, ok, warning } from './check-result.ts';

const release = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  date: z.iso.date(),
  url: z.url({ protocol: /^https?$/ }).optional(),
});

export async function checkVersion(context: CheckContext): Promise<CheckResult> {
  const { version, builtOn } = readBuild();
  const own = `This is version ${version}${builtOn && `, built on ${formatCalendarDate(builtOn)}`}.`;
  const { updateFeed: feed } = context.settings;
  if (!feed) return ok(`${own} UPDATE_FEED isn’t set, so we don’t look for newer ones.`);
  const latest = await findLatest(context, feed);
  if (!latest)
    return ok(`${own} UPDATE_FEED didn’t tell us the newest one. We’ll ask again tomorrow.`);
  const isNewer = latest.version.localeCompare(version, 'en', { numeric: true }) > 0;
  if (!isNewer) return ok(`${own} It’s the newest one.`);
  const news = `Version ${latest.version} came out on ${formatCalendarDate(latest.date)}.`;
  return { ...warning(`${own} ${news}`), link: latest.url };
}

/** Asks at most once a day, on whichever node, unless the setting has changed. */
async function findLatest({ database, clock }: CheckContext, feed: string) {
  const now = clock.now();
  const [row] = await database.select().from(installation);
  const last = row?.updateFeed;
  if (last?.feed === feed && now.getTime() - Date.parse(last.askedAt) < DAY_MS) return last.latest;
  const asked = { feed, askedAt: now.toISOString() };
  // Stored before asking, so that a feed that hangs isn't asked again right away.
  await database.update(installation).set({ updateFeed: asked });
  const latest = await readFeed(feed).catch(() => undefined);
  await database.update(installation).set({ updateFeed: { ...asked, latest } });
  return latest;
}

/** Sends nothing about this school. Stops reading if the response is too long, which then isn't valid JSON. */
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
  return isOk ? release.parse(readJson(text)) : undefined;
}
