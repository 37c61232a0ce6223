import type { FastifyInstance } from 'fastify';
import { peopleChangeCalls } from '../../contract/people-changes.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { linkViewer } from '../accounts/index.ts';
import type { Person } from '../database/schema.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { editAlumnus } from './commands.ts';
import { readAlumnus } from './lists/queries.ts';
import { listCleared } from './status/clear-schedule.ts';
import { makeAlumni, makeAlumnus } from './status/make-alumni.ts';
import { makeStudent } from './status/make-student.ts';
import { deactivatePerson, reactivatePerson } from './status/member-access.ts';
import { listDeactivated, listFinished } from './status/member-queries.ts';
import { nameClass, previewReturn } from './status/return-classes.ts';
import { undoReset } from './status/undo-reset.ts';

export function servePeopleChanges(
  app: FastifyInstance,
  services: Services,
  context: RouteContext,
): void {
  const { database, clock } = services;
  serve(
    app,
    peopleChangeCalls,
    {
      async previewClearing({ params: { id }, query }) {
        const cleared = await listCleared(database, id, query.for, clock.now());
        return {
          classes: cleared.map((one) => ({
            ...nameClass(one),
            status: one.attendance?.status ?? null,
          })),
        };
      },

      async previewReturn({ params: { id }, query }) {
        return { preview: await previewReturn(services, { personId: id, kind: query.for }) };
      },

      async undoReset({ params: { id }, body, person, request }) {
        const reset = { personId: id, clearingId: body.clearingId };
        const { startDate, ...returned } = await undoReset(
          services,
          actorOf(person, request),
          reset,
        );
        const date = startDate ? formatCalendarDate(startDate) : 'empty';
        const back = countClasses(returned.back.length);
        return { message: `${back} back in the schedule. The start date is ${date}.`, ...returned };
      },

      getFinishedStudents: () => listFinished(database, clock.now()),

      makeAlumni: ({ body, person, request }) =>
        makeAlumni(services, actorOf(person, request), body.ids),

      async makeAlumnus({ params: { id }, person, request }) {
        const made = await makeAlumnus(services, actorOf(person, request), id);
        const name = nameOf(made.person);
        if (made.givenBack === null) return { message: `${name} is one of the alumni already` };
        return { message: `${name} is one of the alumni now${andGivenBack(made.givenBack)}` };
      },

      async makeStudent({ params: { id }, body, person, request }) {
        const made = await makeStudent(services, actorOf(person, request), id, body);
        const name = nameOf(made.person);
        if (made.outcome === null) return { message: `${name} is a student already` };
        return { message: `${name} is a student again${andBack(made.outcome)}` };
      },

      async deactivatePerson({ params: { id }, person, request }) {
        const ended = await deactivatePerson(services, actorOf(person, request), id);
        const name = nameOf(ended.person);
        if (ended.givenBack === null) return { message: `${name} was deactivated before` };
        return { message: `${name} is deactivated${andGivenBack(ended.givenBack)}` };
      },

      async reactivatePerson({ params: { id }, body, person, request }) {
        const restored = await reactivatePerson(services, actorOf(person, request), id, body);
        const name = nameOf(restored.person);
        if (restored.outcome === null) return { message: `${name} can sign in already` };
        return { message: `${name} can sign in again${andBack(restored.outcome)}` };
      },

      getDeactivated: ({ query }) => listDeactivated(database, query),

      async editAlumnus({ params: { id }, body, version, person, request }) {
        await editAlumnus(services, actorOf(person, request), { id, version }, body);
        return { alumnus: await readAlumnus(database, linkViewer(services, person), id) };
      },
    },
    context,
  );
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

const countClasses = (count: number) =>
  count === 1 ? '1 class is' : `${count === 0 ? 'No' : count} classes are`;

function andGivenBack(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ', 1 class to come was given back'
    : `, ${count} classes to come were given back`;
}

function andBack({ back, left }: { back: number; left: number }): string {
  const parts = [
    ...(back > 0 ? [`${countClasses(back)} back`] : []),
    ...(left > 0 ? [`${countClasses(left)} not`] : []),
  ];
  return parts.length > 0 ? `: ${parts.join(', ')}` : '';
}
