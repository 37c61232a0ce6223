import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseTo } from '../../contract/contract.ts';
import { Providers } from '../app/providers.tsx';
import { createQueryClient } from '../app/query-client.ts';
import { AppRouter, preloadPage } from '../app/router.tsx';
import { setServerTime } from '../server-clock.ts';
import { type Answers, fakeApi, Refusal } from './fake-api.ts';

type User = ResponseTo<'GET /api/user'>;

/** A Monday morning: 10:00 AM PT. */
export const testNow = new Date('2026-11-16T18:00:00Z');

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
    ...changes,
  };
}

interface Options {
  /** Undefined for a visitor who is not signed in. */
  user?: User;
  now?: Date;
  answers?: Answers;
}

/** The whole web at one address, in a DOM without layout, with a server that gives only these answers. */
export async function openPage(address: string, { user, now = testNow, answers = {} }: Options) {
  window.history.replaceState(null, '', address);
  const api = fakeApi({ 'GET /api/user': user ?? signedOut, ...answers }, () => now);
  setServerTime(now.toISOString());
  await preloadPage(window.location.pathname);
  const client = createQueryClient();
  render(
    <Providers client={client}>
      <AppRouter />
    </Providers>,
  );
  const mouse = userEvent.setup();
  return {
    ...api,
    /** Clicks the button or link with this name, once it is there. */
    click: async (name: string | RegExp, role: 'button' | 'link' | 'tab' = 'button') =>
      mouse.click(await screen.findByRole(role, { name })),
    type: async (label: string | RegExp, text: string) => {
      const field = await screen.findByLabelText(label);
      await mouse.clear(field);
      if (text) await mouse.type(field, text);
    },
    mouse,
    hasAddress: (path: string) =>
      waitFor(() => {
        const { pathname, search } = window.location;
        if (`${pathname}${search}` !== path) throw new Error(`at ${pathname}${search}`);
      }),
  };
}
