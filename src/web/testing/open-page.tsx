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

/** A Monday morning: 10:00 AM PT. */
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
    ...changes,
  };
}

interface Options {
  /** Undefined for a visitor who is not signed in. */
  user?: User;
  now?: Date;
  answers?: Answers;
}

/** What has just appeared, such as a dialog, can be used once React has run its effects. */
const effectsHaveRun = () => new Promise((done) => setTimeout(done, 30));

/** An answer that is given only after `letGo`, so that a test can see what the page shows until then. */
export function hold<Reply>(reply: () => Reply) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { answer: () => held.then(reply), letGo };
}

/** A browser that lets no page write to its clipboard, until the test is over. */
export function refuseClipboard(): void {
  for (const method of ['write', 'writeText'] as const) {
    vi.spyOn(navigator.clipboard, method).mockRejectedValue(new DOMException('No.'));
  }
}

/** The whole web at one address, in a DOM without layout, with a server that gives only these answers. */
export async function openPage(address: string, options: Options = {}) {
  const { user, now = testNow, answers = {} } = options;
  window.history.replaceState(null, '', address);
  const openedAt = performance.now();
  const serverNow = () => new Date(now.getTime() + performance.now() - openedAt);
  const api = fakeApi({ 'GET /api/user': user ?? signedOut, ...answers }, serverNow);
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
    /** Clicks what has this name, once it is there. */
    click: async (name: string | RegExp, role = 'button') => {
      const element = await screen.findByRole(role, { name });
      await effectsHaveRun();
      await mouse.click(element);
    },
    press: async (keys: string) => {
      await effectsHaveRun();
      await mouse.keyboard(keys);
    },
    type: async (label: string | RegExp, text: string) => {
      const field = await screen.findByLabelText(label);
      await mouse.clear(field);
      await mouse.type(field, text);
    },
    sees: async (words: string | RegExp) => void (await screen.findAllByText(words)),
    /** Waits for a list of these items, and no other list, to be there. */
    seesItems: (words: string[]) =>
      waitFor(() => {
        const items = screen.queryAllByRole('listitem');
        expect(items.map(({ textContent }) => textContent)).toEqual(words);
      }),
    seesNot: (words: string | RegExp) => expect(screen.queryAllByText(words)).toEqual([]),
    /** Waits for the page to be at this address. */
    isAt: (path: string, timing = {}) =>
      waitFor(() => expect(window.location.pathname + window.location.search).toBe(path), timing),
  };
}
