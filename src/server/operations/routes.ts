import { operationsCalls } from '../../contract/operations.ts';
import { type RouteContext, saying, serve } from '../http/serve.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { CheckServices } from './check-result.ts';
import { runChecks } from './checks.ts';
import { listFirstSteps } from './first-steps.ts';
import { testMail } from './messages.ts';
import { dismissProblems, restoreProblem, retryProblems } from './problem-commands.ts';
import { countProblems } from './problem-rows.ts';
import { listProblems } from './problems.ts';

export function serveOperations(services: CheckServices, context: RouteContext): void {
  const { database, clock, queue } = services;
  serve(context, operationsCalls, {
    async checkSetup({ person }) {
      await limitPerson(database, clock.now(), 'setup checks', person.id);
      return runChecks(services);
    },

    getFirstSteps: () => listFirstSteps(services),

    async sendTestMail({ person }) {
      const now = clock.now();
      await database.transaction(async (transaction) => {
        await limitPerson(transaction, now, 'test mails', person.id);
        const data = { personId: person.id, askedAt: now.toISOString() };
        await testMail.send(queue, transaction, [data]);
      });
      return { message: `A test email is on its way to ${person.email}` };
    },

    getProblems: ({ query }) => listProblems(services, query),

    countProblems: async () => ({ count: await countProblems(services) }),

    async retryProblems({ body, actor }) {
      return { message: await retryProblems(services, actor, body) };
    },

    async dismissProblems({ body, actor }) {
      const count = await dismissProblems(services, actor, body);
      return { message: count === 1 ? 'Problem dismissed' : `${count} problems dismissed` };
    },

    restoreProblem: ({ body, actor }) =>
      restoreProblem(services, actor, body).then(saying('Problem reopened')),
  });
}
