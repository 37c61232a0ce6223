import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import type { DemoEmail } from '../src/demo/people.ts';
import type { Message } from '../src/sandbox/outbox.ts';
import { loginLinkMail } from '../src/server/accounts/index.ts';
import {
  attendance,
  classes,
  meetingRegistrants,
  people,
  registrations,
} from '../src/server/database/schema.ts';
import { layOutMail } from '../src/server/messages/mail-layout.ts';
import type { Portal } from '../tests/support/portal.ts';

export async function newestMessage(portal: Portal, count: number): Promise<Message> {
  for (;;) {
    const messages = (await (await fetch(`${portal.sandbox.url}/outbox`)).json()) as Message[];
    const [newest] = messages;
    if (newest && messages.length >= count) return newest;
    await pause(100);
  }
}

const desk = 'margin:0;background:#eef3f5;color:#14303f;font:16px/1.5 system-ui,sans-serif';

export async function showMail(
  page: Page,
  { settings }: Portal,
  { links, text }: Message,
): Promise<void> {
  const words = loginLinkMail(settings.site, {
    link: links[0] ?? '',
    code: text.match(/^\d{6}$/m)?.[0],
    minutes: settings.linkMinutes,
  });
  const mail = layOutMail(settings, 'Nora', words);
  const head = `<div style="background:#fff;padding:14px 20px;border-bottom:1px solid #dfe8ec"><div style="color:#4d6473;font-size:14px">From ${settings.site.organization}</div><strong>${mail.subject}</strong></div>`;
  await page.goto('about:blank');
  await page.setContent(
    `<body style="${desk}">${head}<div style="padding:4px 20px">${mail.html}</div></body>`,
  );
}

export async function showText(page: Page, { text }: Message): Promise<void> {
  // Hide the local URL of the portal that we film.
  await showReminder(page, text.replace(/https?:\S+/, ''));
}

export async function showReminder(page: Page, text: string): Promise<void> {
  const link = '<span style="color:#0f5f92;text-decoration:underline">https://…/s/…</span>';
  const bubble = `<p style="max-width:420px;margin:120px auto;padding:16px 20px;border-radius:20px;background:#fff;overflow-wrap:anywhere">${text} ${link}</p>`;
  await page.goto('about:blank');
  await page.setContent(`<body style="${desk};padding:0 16px">${bubble}</body>`);
}

export async function showMeeting(page: Page, text: string, button?: string): Promise<void> {
  const press = button
    ? `<span style="display:inline-block;padding:12px 28px;border-radius:10px;background:#3f97cf;color:#fff;font-weight:600">${button}</span>`
    : '';
  const box = `<div style="text-align:center;color:#fff;padding:0 24px"><p style="font-size:20px;max-width:360px">${text}</p>${press}</div>`;
  await page.goto('about:blank');
  await page.setContent(
    `<body style="${desk};background:#1b2a33;min-height:100vh;display:grid;place-items:center">${box}</body>`,
  );
}

async function registrationOf({ database }: Portal, email: DemoEmail, startsAt: Date) {
  const [found] = await database
    .select({ personId: people.id, classId: classes.id })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(people.email, email), eq(classes.startsAt, startsAt)));
  if (!found) throw new Error(`${email} has no class at ${startsAt.toISOString()}.`);
  return found;
}

/** Adds a join link, because a test portal starts without meetings. */
export async function giveLink(portal: Portal, email: DemoEmail, startsAt: Date): Promise<void> {
  const place = await registrationOf(portal, email, startsAt);
  const link = { joinUrl: 'about:blank#meeting', updatedAt: portal.clock.now() };
  await portal.database
    .insert(meetingRegistrants)
    .values({ ...place, ...link })
    .onConflictDoUpdate({
      target: [meetingRegistrants.personId, meetingRegistrants.classId],
      set: link,
    });
}

export async function noteAttendance(portal: Portal, email: DemoEmail, startsAt: Date) {
  const place = await registrationOf(portal, email, startsAt);
  const record = { status: 'Present', source: 'report', recordedAt: startsAt } as const;
  await portal.database.insert(attendance).values({ ...place, ...record });
}
