import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { RETREAT_CODE } from '../src/course/course.ts';
import type { DemoEmail } from '../src/demo/accounts.ts';
import type { Message } from '../src/sandbox/outbox.ts';
import { people } from '../src/server/database/schema.ts';
import { loginLinkMail } from '../src/server/sign-in/index.ts';
import type { Guide } from '../src/web/public-pages/guide-steps.ts';
import type { Portal } from '../tests/support/portal.ts';
import type { Camera } from './film-camera.ts';

interface FilmSet {
  page: Page;
  camera: Camera;
  portal: Portal;
  signIn(email: DemoEmail): Promise<void>;
}

type Scene = (set: FilmSet, step: (act: () => Promise<void>) => Promise<void>) => Promise<void>;

const farahs = 'farah@example.com';
const noras = { email: 'nora@example.com', phone: '(202) 555-0102' };

/** What is done while each sentence of a guide is on the screen, in the guide's own order. */
const scenes: Record<Guide['name'], Scene> = {
  async login({ page, camera, portal }, step) {
    await portal.database
      .update(people)
      .set({ email: noras.email })
      .where(eq(people.email, 'new-student@demo.test'));
    const field = page.getByLabel('Email or Phone');
    const send = page.getByRole('button', { name: 'Send Login Link' });
    const sent = page.getByText(/^Check your (email|phone)$/);
    await page.goto('/login');
    await step(async () => {
      await camera.hold(0.6);
      await camera.type(field, noras.email);
      await camera.click(send);
      await sent.waitFor();
      await camera.scrollTo(sent, 0.5);
      await camera.hold(1);
    });
    await step(async () => {
      await showMail(page, portal, await newestMessage(portal, 1));
      await camera.hold(1);
      await camera.click(page.getByRole('link', { name: 'Sign in' }));
      await page.getByRole('heading', { name: 'Select Time' }).waitFor();
      await page
        .getByRole('button', { name: /^Select Time/ })
        .first()
        .waitFor();
    });
    await step(() => camera.hold(2));
    await page.context().clearCookies();
    await page.goto('/login');
    await step(async () => {
      await camera.type(field, noras.phone);
      await camera.click(send);
      await sent.waitFor();
      await camera.scrollTo(sent, 0.5);
      await camera.hold(1);
    });
    await step(async () => {
      await showText(page, await newestMessage(portal, 2));
      await camera.hold(2);
    });
  },

  async 'class-times'({ page, camera, signIn }, step) {
    const slots = page.getByRole('button', { name: /^Select Time/ });
    const goOn = page.getByRole('button', { name: 'Continue' });
    const choosing = (classNumber: number) =>
      page.getByRole('heading', { name: `Select Time for Class ${classNumber}` }).waitFor();
    await signIn('new-student@demo.test');
    await page.goto('/onboarding');
    await slots.first().waitFor();
    await step(() => camera.hold(2.5));
    await step(() => camera.click(slots.nth(1)));
    await step(async () => {
      await camera.click(goOn);
      await choosing(6);
      await slots.first().waitFor();
    });
    await step(async () => {
      const next = page.getByRole('button', { name: 'Later week' }).first();
      await camera.scrollTo(next);
      await camera.click(next);
      await slots.first().waitFor();
      await page.evaluate('window.scrollTo(0, 0)');
    });
    await step(async () => {
      for (let classNumber = 6; classNumber <= 10; classNumber += 1) {
        await choosing(classNumber);
        await slots.first().waitFor();
        await camera.click(slots.first(), 0.3);
        await camera.click(goOn, 0.3);
      }
      await page.getByRole('heading', { name: 'Register for a One Day' }).waitFor();
    });
  },

  async retreat({ page, camera, portal, signIn }, step) {
    const goOn = page.getByRole('button', { name: 'Continue' });
    await signIn('finished-picking@demo.test');
    await portal.database
      .update(people)
      .set({ email: farahs })
      .where(eq(people.email, 'finished-picking@demo.test'));
    await page.goto('/retreat-registration');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await step(() => camera.hold(2));
    await step(async () => {
      const website = page.getByRole('link', { name: 'Retreats website' });
      const opened = page.waitForEvent('popup');
      await camera.click(website);
      await (await opened).close();
      // The camera stands in this tab, so what the other one shows is shown here.
      await page.goto(portal.settings.site.retreatSite);
      await camera.hold(1.5);
    });
    await step(async () => {
      await camera.click(page.getByRole('link', { name: /^Register for/ }).first());
      await page.getByLabel('Name').fill('Farah Haddad');
      await page.getByLabel('Email').fill(farahs);
      await camera.type(page.getByLabel('Code'), RETREAT_CODE);
      await camera.click(page.getByRole('button', { name: 'Register' }));
      await page.getByRole('heading', { name: 'You are registered' }).waitFor();
      await portal.sandbox.retreatWebhooksSent();
      await camera.hold(2);
    });
    await page.goto('/retreat-registration');
    await goOn.scrollIntoViewIfNeeded();
    await step(async () => {
      await camera.hold(0.6);
      await camera.click(goOn);
      await page.waitForURL('**/text-consent');
      await page.getByRole('checkbox').waitFor();
    });
    await step(async () => {
      await camera.click(goOn, 0.4);
      const retreat = page.getByRole('heading', { name: 'Retreat at the Lakeside House' });
      await retreat.waitFor();
      await camera.moveTo(retreat);
      await camera.hold(1);
    });
  },

  async reschedule({ page, camera, signIn }, step) {
    const dialog = page.getByRole('dialog');
    const slots = dialog.getByRole('button', { name: /^Select Time/ });
    const card = page.locator('li').filter({ hasText: 'Class 8' });
    await signIn('mid-course@demo.test');
    await page.goto('/schedule');
    await card.waitFor();
    await step(async () => {
      await camera.hold(0.8);
      await camera.scrollTo(card);
      await camera.click(card.getByRole('button', { name: 'Reschedule' }));
      await dialog.waitFor();
      await dialog.getByRole('button', { name: 'Later week' }).first().waitFor();
    });
    await step(async () => {
      await camera.hold(0.6);
      while ((await slots.count()) === 0) {
        await camera.click(dialog.getByRole('button', { name: 'Later week' }).first());
        await page.waitForLoadState('networkidle');
      }
      await camera.click(slots.first());
    });
    await step(async () => {
      await camera.click(dialog.getByRole('button', { name: 'Reschedule', exact: true }));
      await dialog.waitFor({ state: 'hidden' });
    });
    await step(async () => {
      await camera.moveTo(card.getByText('(rescheduled)'));
      await camera.hold(1.5);
    });
  },
};

/** Films one guide: each of its sentences has its part of the scene. */
export async function play({ name, steps }: Guide, set: FilmSet): Promise<void> {
  const texts = [...steps];
  await scenes[name](set, (act) => set.camera.step(texts.shift() ?? '', act));
  if (texts.length > 0 || set.camera.captions.length !== steps.length) {
    throw new Error(`The scene of ${name} and its steps are not equally many.`);
  }
}

async function newestMessage(portal: Portal, count: number): Promise<Message> {
  for (;;) {
    const messages = (await (await fetch(`${portal.sandbox.url}/outbox`)).json()) as Message[];
    const [newest] = messages;
    if (newest && messages.length >= count) return newest;
    await pause(100);
  }
}

const desk = 'margin:0;background:#eef3f5;color:#14303f;font:16px/1.5 system-ui,sans-serif';

/** The portal's own mail, in a mail program of no particular make. */
async function showMail(page: Page, { settings }: Portal, { links, text }: Message): Promise<void> {
  const mail = loginLinkMail(settings.site, 'Nora', {
    link: links[0] ?? '',
    code: text.match(/^\d{6}$/m)?.[0],
    minutes: settings.linkMinutes,
    isSentByStaff: false,
  });
  const head = `<div style="background:#fff;padding:14px 20px;border-bottom:1px solid #dfe8ec"><div style="color:#4d6473;font-size:14px">From ${settings.site.organisation}</div><strong>${mail.subject}</strong></div>`;
  await page.goto('about:blank');
  await page.setContent(
    `<body style="${desk}">${head}<div style="padding:4px 20px">${mail.html}</div></body>`,
  );
}

async function showText(page: Page, { text }: Message): Promise<void> {
  // The address of the machine that films is nobody’s portal.
  const words = text.replace(
    /https?:\S+/,
    '<span style="color:#0f5f92;text-decoration:underline">https://…/s/…</span>',
  );
  const bubble = `<p style="max-width:420px;margin:120px auto;padding:16px 20px;border-radius:20px;background:#fff;overflow-wrap:anywhere">${words}</p>`;
  await page.goto('about:blank');
  await page.setContent(`<body style="${desk}">${bubble}</body>`);
}
