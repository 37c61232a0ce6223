import type { FastifyInstance } from 'fastify';
import { operationsCalls, problemCalls } from '../../contract/operations.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { CheckServices } from './check-result.ts';
import { runChecks } from './checks.ts';
import { listFirstSteps } from './first-steps.ts';
import { testMail } from './messages.ts';
import { dismissProblems, restoreProblem, retryProblems } from './problem-commands.ts';
import { countProblems } from './problem-rows.ts';
import { listProblems } from './problems.ts';

export function serveOperations(
  app: FastifyInstance,
  services: CheckServices,
  context: RouteContext,
): void {
  const { database, clock, queue } = services;
  serve(
    app,
    operationsCalls,
    {
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
    },
    context,
  );
  serve(
    app,
    problemCalls,
    {
      getProblems: ({ query }) => listProblems(services, query),

      async countProblems() {
        return { count: await countProblems(services, database) };
      },

      async retryProblems({ body, person, request }) {
        return { message: await retryProblems(services, actorOf(person, request), body) };
      },

      async dismissProblems({ body, person, request }) {
        const count = await dismissProblems(services, actorOf(person, request), body);
        return { message: count === 1 ? 'Problem dismissed' : `${count} problems dismissed` };
      },

      async restoreProblem({ body, person, request }) {
        await restoreProblem(services, actorOf(person, request), body);
        return { message: 'Problem reopened' };
      },
    },
    context,
  );
}
