/** The portal's complete HTTP layer, plus a copy of `GET /api/user` that doesn't query the database. */
import { contract } from '../src/contract/contract.ts';
import { endpoint } from '../src/contract/endpoint.ts';
import { canEdit } from '../src/course/roles.ts';
import { serve } from '../src/server/http/serve.ts';
import type { SessionPerson } from '../src/server/http/session.ts';
import { describeNumber } from '../src/server/platform/phone.ts';
import { openInProcess } from './in-process-portal.ts';

const person: SessionPerson = {
  id: 4711,
  role: 'student',
  isAdmin: false,
  usesStaffLink: false,
  passkeyStep: null,
  isConfirmed: true,
  email: 'someone@demo.test',
  phone: '+12025550199',
  textPhone: '+12025550199',
  firstName: 'Some',
  lastName: 'Body',
  startDate: '2026-11-01',
  transferStudent: false,
  retreatContinueClicked: true,
  textContinueClicked: false,
  textConsent: false,
  timeZone: null,
  isTimeZoneChosen: false,
};

const app = openInProcess(process.env as Record<string, string>);
const known = endpoint('GET /api/known-user', contract.getUser);
const context = { app, findPerson: async () => person, checkResponses: false };
const calls = { known };
serve(context, calls, {
  known: async ({ person: user }) => ({
    ...user,
    ...describeNumber(user),
    canEdit: canEdit(user),
    hasPasskeys: false,
  }),
});
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
