import type { FaultState } from '../context.ts';
import { ZoomError } from './replies.ts';

/** Basic users (1) can't use registration, licensed users (2) can do everything, and type 99 can't host at all. */
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

const user = (id: string, email: string, names: string, type: UserType): ZoomUser => {
  const [first_name = '', last_name = ''] = names.split(' ');
  const common = { status: 'active', timezone: 'America/Los_Angeles' } as const;
  return { ...common, id, email, first_name, last_name, type };
};
const users = [
  user(mainHost.id, mainHost.email, 'Sandbox Host', licensed),
  user('sandbox-second-host', 'second-host@sandbox.test', 'Second Host', licensed),
  user('sandbox-basic', 'basic@sandbox.test', 'Basic User', basic),
  user('sandbox-guest', 'guest@sandbox.test', 'No Meetings', noMeetings),
];

/** There's no user `me`, because this app acts for the account rather than for a user. */
export function openUsers(faults: () => FaultState<'zoom'>) {
  return {
    find(idOrEmail: string): ZoomUser {
      const found = all().find(
        ({ id, email }) => id === idOrEmail || email === idOrEmail.toLowerCase(),
      );
      if (!found) throw new ZoomError(404, 1001, `User does not exist: ${idOrEmail}.`);
      return found;
    },
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
      .filter((email) => !users.some((one) => one.email === email))
      .map((email) => user(`sandbox-${email}`, email, 'Another User', licensed));
    const left = [...users, ...others].filter(({ email }) => changed[email] !== null);
    return left.map((one) => ({
      ...one,
      ...changed[one.email],
      ...(plan === 'basic' && one.type === licensed && { type: basic }),
    }));
  }
}

export type Users = ReturnType<typeof openUsers>;

export const isLicensed = ({ type }: ZoomUser) => type === licensed;
