import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { ResponseTo } from '../../contract/contract.ts';
import { createQueryClient, Providers } from '../app/providers.tsx';
import { AppRouter, preloadPage } from '../app/router.tsx';
import { setServerTime } from '../server-clock.ts';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';
import { render } from './render.ts';

type User = ResponseTo<'GET /api/user'>;

/** A Monday at 10:00 AM PT. */
const testNow = new Date('2026-11-16T18:00:00Z');

const signedOut = new Refusal(401, 'Please sign in.');

export function userOf(role: User['role'], changes: Partial<User> = {}): User {
  return {
    id: 7,
    email: `${role}@example.org`,
    firstName: 'Nora',
    lastName: 'Lind',
    phone: '+12025550102',
    phoneShown: '(202) 555-0102',
    isPhoneConfirmed: true,
    role,
    canEdit: role === 'admin',
    transferStudent: false,
    retreatContinueClicked: false,
    textContinueClicked: false,
    textConsent: false,
    usesStaffLink: false,
    passkeyStep: null,
    hasPasskeys: false,
    timeZone: null,
    isTimeZoneChosen: false,
    ...changes,
  };
}

interface Options {
  user?: User;
  now?: Date;
  answers?: Answers;
}

/** A new dialog isn't ready until React has run its effects. */
const effectsHaveRun = () => new Promise((done) => setTimeout(done, 30));

export function hold<Reply>(reply: () => Reply) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { answer: () => held.then(reply), letGo };
}

export function refuseClipboard(): void {
  for (const method of ['write', 'writeText'] as const) {
    vi.spyOn(navigator.clipboard, method).mockRejectedValue(new DOMException('No.'));
  }
}

export async function openPage(address: string, options: Options = {}) {
  const { user, now = testNow, answers = {} } = options;
  window.history.replaceState(null, '', address);
  const openedAt = performance.now();
  const serverNow = () => new Date(now.getTime() + performance.now() - openedAt);
  const api = fakeApi(
    { 'GET /api/user': user ?? signedOut, 'GET /api/waiting-lists': [], ...answers },
    serverNow,
  );
  setServerTime(now.toISOString());
  await preloadPage(window.location.pathname);
  render(
    <Providers client={createQueryClient()}>
      <AppRouter />
    </Providers>,
  );
  const mouse = userEvent.setup();
  return {
    ...api,
    mouse,
    click: async (name: string | RegExp, role = 'button') => {
      const find = () => screen.findByRole(role, { name });
      const element = await find();
      await effectsHaveRun();
      // Data that arrived meanwhile may have replaced the element.
      await mouse.click(element.isConnected ? element : await find());
    },
    press: async (keys: string) => {
      await effectsHaveRun();
      await mouse.keyboard(keys);
    },
    type: async (label: string | RegExp, text: string) => {
      const field = await screen.findByLabelText(label);
      await mouse.clear(field);
      // Paste the text, because every key would render the form again.
      await mouse.paste(text);
    },
    sees: async (text: string | RegExp) => void (await screen.findAllByText(text)),
    seesItems: (texts: string[]) =>
      waitFor(() => {
        const items = screen.queryAllByRole('listitem');
        expect(items.map(({ textContent }) => textContent)).toEqual(texts);
      }),
    seesNot: (text: string | RegExp) => expect(screen.queryAllByText(text)).toEqual([]),
    isAt: (path: string, timing = {}) =>
      waitFor(() => expect(window.location.pathname + window.location.search).toBe(path), timing),
  };
}

export const isPrimary = ({ className }: HTMLElement) => /(^| )bg-primary( |$)/.test(className);

/**
 * The labels of the page's primary buttons, each after its class. Leaves out the bar at the bottom of the schedule,
 * which is hidden while the next class's button is in view.
 */
export const primaryButtons = () =>
  [...document.querySelectorAll<HTMLElement>('main :is(a, button)')]
    .filter((button) => isPrimary(button) && !button.closest('[aria-label="Your next class"]'))
    .map((button) => {
      const [name] = /^Class \d+/.exec(button.closest('li')?.textContent ?? '') ?? [];
      const label = button.firstChild?.textContent?.trim();
      return name ? `${name}: ${label}` : label;
    });
