/** The portal's whole HTTP side with one route more: `GET /api/user` for somebody who is already known. */
import { contract } from '../src/contract/contract.ts';
import { endpoint } from '../src/contract/endpoint.ts';
import { canEdit } from '../src/course/roles.ts';
import { serve } from '../src/server/http/serve.ts';
import type { Person } from '../src/server/http/session.ts';
import { openInside } from './portal-inside.ts';

const person: Person = {
  id: 4711,
  role: 'student',
  isAdmin: false,
  email: 'somebody@demo.test',
  phone: '+12025550199',
  firstName: 'Some',
  lastName: 'Body',
  startDate: '2026-11-01',
  transferStudent: false,
  retreatContinueClicked: true,
  textContinueClicked: false,
  textConsent: false,
  createdAt: new Date(),
};

const { app } = openInside(process.env as Record<string, string>);
const known = endpoint({ ...contract.getUser, path: '/api/known-user' });
serve(
  app,
  { known },
  { known: async ({ person: user }) => ({ ...user, canEdit: canEdit(user) }) },
  { findPerson: async () => person, checkAnswers: false },
);
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
