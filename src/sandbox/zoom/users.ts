import { ZoomError } from './refusal.ts';
import type { ZoomFaults } from './switches.ts';

/** Basic: no registration. Licensed: all of it. None: no meetings at all. */
type UserType = 1 | 2 | 99;

export interface ZoomUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  type: UserType;
  status: 'active' | 'inactive' | 'pending';
  timezone: string;
}

const licensed = 2;
const basic = 1;
const noMeetings = 99;

export const mainHost = { id: 'sandbox-host', email: 'host@sandbox.test' };

const common = { status: 'active', timezone: 'America/Los_Angeles' } as const;
const users: ZoomUser[] = [
  { ...common, ...mainHost, first_name: 'Sandbox', last_name: 'Host', type: licensed },
  {
    ...common,
    id: 'sandbox-second-host',
    email: 'second-host@sandbox.test',
    first_name: 'Second',
    last_name: 'Host',
    type: licensed,
  },
  {
    ...common,
    id: 'sandbox-basic',
    email: 'basic@sandbox.test',
    first_name: 'Basic',
    last_name: 'User',
    type: basic,
  },
  {
    ...common,
    id: 'sandbox-guest',
    email: 'guest@sandbox.test',
    first_name: 'No',
    last_name: 'Meetings',
    type: noMeetings,
  },
];

/** The users of the account, as the switches have them. `me` is nobody: this app acts for the account, not for a user. */
export function openUsers(faults: () => ZoomFaults) {
  return {
    find(idOrEmail: string): ZoomUser {
      const found = all().find(
        ({ id, email }) => id === idOrEmail || email === idOrEmail.toLowerCase(),
      );
      if (!found) throw new ZoomError(404, 1001, `User does not exist: ${idOrEmail}.`);
      return found;
    },
    /** Who may hold meetings; others are refused. */
    findHost(idOrEmail: string): ZoomUser {
      const user = this.find(idOrEmail);
      if (user.type !== noMeetings && user.status === 'active') return user;
      throw new ZoomError(
        400,
        3161,
        'Meeting hosting and scheduling capabilities are not allowed for your user account.',
      );
    },
  };

  function all(): ZoomUser[] {
    const { host, plan, users: changes } = faults();
    const changed: typeof changes = { [mainHost.email]: host, ...changes };
    const others = Object.keys(changed)
      .filter((email) => !users.some((user) => user.email === email))
      .map((email): ZoomUser => {
        const names = { first_name: 'Another', last_name: 'User' };
        return { ...common, ...names, id: `sandbox-${email}`, email, type: licensed };
      });
    const left = [...users, ...others].filter(({ email }) => changed[email] !== null);
    return left.map((user) => ({
      ...user,
      ...changed[user.email],
      ...(plan === 'basic' && user.type === licensed && { type: basic }),
    }));
  }
}

export type Users = ReturnType<typeof openUsers>;

export const isLicensed = ({ type }: ZoomUser) => type === licensed;
