import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { DEFAULT_RETREAT_CODE } from '../src/course/course.ts';
import type { DemoEmail } from '../src/demo/people.ts';
import { people } from '../src/server/database/schema.ts';
import type { Guide } from '../src/web/public-pages/guide-steps.ts';
import type { Portal } from '../tests/support/portal.ts';
import type { Camera } from './film-camera.ts';
import {
  giveLink,
  newestMessage,
  noteAttendance,
  showMail,
  showMeeting,
  showReminder,
  showText,
} from './film-props.ts';

interface FilmSet {
  page: Page;
  camera: Camera;
  portal: Portal;
  signIn(email: DemoEmail): Promise<void>;
}

type Scene = (set: FilmSet, step: (act: () => Promise<void>) => Promise<void>) => Promise<void>;

const minuteMs = 60_000;
const laterWeek = 'Later Week';
const startOfClass8 = new Date('2026-11-21T17:00:00Z');
const farahs = 'farah@example.com';
const noras = { email: 'nora@example.com', phone: '(202) 555-0102' };

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
      await camera.click(page.getByRole('link', { name: 'Sign In' }));
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
      const next = page.getByRole('button', { name: laterWeek }).last();
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

  async 'join-your-class'({ page, camera, portal, signIn }, step) {
    const bar = page.getByRole('region', { name: 'Your next class' });
    const card = page.locator('li').filter({ hasText: 'Class 8' });
    const join = bar.or(card).getByRole('link', { name: 'Join Class' }).last();
    const marcus = 'mid-course@demo.test';
    await giveLink(portal, marcus, startOfClass8);
    portal.clock.moveTo(startOfClass8);
    portal.clock.moveOn(-5 * minuteMs);
    await step(async () => {
      await showReminder(page, 'Class 8 is today at 9:00 AM PT. Join or reschedule:');
      await camera.hold(3);
    });
    await signIn(marcus);
    await page.goto('/schedule');
    await card.waitFor();
    await step(async () => {
      await camera.hold(1);
      const opened = page.waitForEvent('popup');
      await camera.click(join);
      await (await opened).close();
    });
    await showMeeting(page, 'Use your camera and microphone?', 'Allow');
    await step(async () => {
      await camera.hold(0.8);
      await camera.click(page.getByText('Allow'));
      await camera.hold(0.4);
    });
    await showMeeting(page, 'Please wait. Your teacher will let you in soon.');
    await step(() => camera.hold(2));
    await noteAttendance(portal, marcus, startOfClass8);
    portal.clock.moveOn(70 * minuteMs);
    await page.goto('/schedule');
    await card.getByText('Completed').waitFor();
    await step(async () => {
      await camera.scrollTo(card);
      await camera.hold(1.5);
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
      const website = page.getByRole('link', { name: 'Retreats Website' });
      const opened = page.waitForEvent('popup');
      await camera.click(website);
      await (await opened).close();
      // The camera only films this tab, so we show the other tab's content here.
      await page.goto(portal.settings.site.retreatSite);
      await camera.hold(1.5);
    });
    await step(async () => {
      await camera.click(page.getByRole('link', { name: /^Register for/ }).first());
      await page.getByLabel('Name').fill('Farah Haddad');
      await page.getByLabel('Email').fill(farahs);
      await camera.type(page.getByLabel('Code'), DEFAULT_RETREAT_CODE);
      await camera.click(page.getByRole('button', { name: 'Register' }));
      await page.getByRole('heading', { name: 'You’re registered' }).waitFor();
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
      await dialog.getByRole('button', { name: laterWeek, disabled: false }).waitFor();
    });
    await step(async () => {
      await camera.hold(0.6);
      while ((await slots.count()) === 0) {
        await camera.click(dialog.getByRole('button', { name: laterWeek }));
        await dialog.locator('[aria-busy=false]').waitFor();
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

export async function play({ name, steps }: Guide, set: FilmSet): Promise<void> {
  const texts = [...steps];
  await scenes[name](set, (act) => set.camera.step(texts.shift() ?? '', act));
  if (texts.length > 0 || set.camera.captions.length !== steps.length) {
    throw new Error(`The guide ${name} and its scene don’t have the same number of steps.`);
  }
}
