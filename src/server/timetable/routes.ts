import { Readable } from 'node:stream';
import { inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { cancellationCalls } from '../../contract/cancellations.ts';
import { classPageCalls } from '../../contract/class-page.ts';
import { classCalls, classChangeCalls, pastClassCalls } from '../../contract/timetable.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { classes } from '../database/schema.ts';
import { describeDomainError } from '../http/domain-errors.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import { whereUpcoming } from '../meetings/index.ts';
import type { Services } from '../platform/services.ts';
import type { Attempt } from './attempt-all.ts';
import { exportAttendance } from './attendance-files.ts';
import { listClosedDates, openDates } from './canceling/closed-dates.ts';
import { cancelClasses, closeDates, refuseRange, whereInRange } from './canceling/commands.ts';
import {
  listOpenCancellations,
  previewCancellation,
  readCancellation,
} from './canceling/queries.ts';
import { undoCancellation } from './canceling/undo.ts';
import { changeClasses, previewChange } from './change-classes.ts';
import { readClassPage } from './class-page.ts';
import { addClass, deleteClass, editClass } from './commands.ts';
import { listPastClasses } from './past-classes.ts';
import { listInstructors, readClass, selectClasses } from './queries.ts';
import { addTerm } from './terms.ts';

export function serveClasses(
  app: FastifyInstance,
  services: Services,
  context: RouteContext,
): void {
  const { database, clock, settings } = services;
  const { courseShortName } = settings.site;
  const show = (id: number) => readClass(database, id, courseShortName);
  serve(
    app,
    classCalls,
    {
      getAllClasses: () => selectClasses(database, whereUpcoming(clock.now()), courseShortName),

      addClass: async ({ body, person, request }) =>
        show(await addClass(services, actorOf(person, request), body)),

      async editClass({ params, query, body, version, person, request }) {
        const isShortNoticeConfirmed = query.shortNotice === 'confirmed';
        const edited = { id: params.id, version, isShortNoticeConfirmed };
        await editClass(services, actorOf(person, request), edited, body);
        return show(params.id);
      },

      async deleteClass({ params, version, person, request }) {
        await deleteClass(services, actorOf(person, request), { id: params.id, version });
        return { message: 'Class deleted successfully' };
      },

      countRegistrations: async ({ params }) => ({
        count: (await show(params.id)).registrationCount,
      }),

      getInstructors: () => listInstructors(database),
    },
    context,
  );
  serve(
    app,
    { ...classPageCalls, ...pastClassCalls, ...classChangeCalls },
    {
      getClass: ({ params }) => readClassPage(services, params.id),

      getPastClasses: ({ query }) => listPastClasses(services, query),

      async exportAttendance({ query, person, request, reply }) {
        const pages = await exportAttendance(services, actorOf(person, request), query);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="attendance.csv"')
          .send(Readable.from(pages, { objectMode: false }));
      },

      async previewClassChange({ body, person, request }) {
        const { attempts, people } = await previewChange(services, actorOf(person, request), body);
        return { classes: attempts.map(describeAttempt), people };
      },

      async changeClasses({ body, person, request }) {
        const count = await changeClasses(services, actorOf(person, request), body);
        return { message: `${count} class(es) updated successfully` };
      },

      async addTerm({ query, body, person, request }) {
        const isDryRun = query.dryRun === 'true';
        const attempts = await addTerm(services, actorOf(person, request), body, isDryRun);
        return attempts.map(describeAttempt);
      },
    },
    context,
  );
  serve(
    app,
    cancellationCalls,
    {
      previewCancellation: ({ body, person }) =>
        previewCancellation(database, inArray(classes.id, body.classIds), person.id, clock.now()),

      async cancelClasses({ body, person, request }) {
        const id = await cancelClasses(services, actorOf(person, request), body);
        return readCancellation(database, id);
      },

      getOpenCancellations: () => listOpenCancellations(database, clock.now()),

      undoCancellation: ({ params, person, request }) =>
        undoCancellation(services, actorOf(person, request), params.id),

      getClosedDates: () => listClosedDates(database, clock.now()),

      async previewClosedDates({ body, person }) {
        const now = clock.now();
        refuseRange(body, now);
        return previewCancellation(database, whereInRange(body, now), person.id, now);
      },

      closeDates: ({ body, person, request }) =>
        closeDates(services, actorOf(person, request), body),

      openDates: ({ params, person, request }) =>
        openDates(services, actorOf(person, request), params.id),
    },
    context,
  );
}

/** Says which class has a problem, unless the error's own sentence names its time. */
function describeAttempt<Item extends { startsAt: Date }>({ item, problem }: Attempt<Item>) {
  const sentence = problem && describeDomainError(problem).message;
  const isNamed = problem?.details !== undefined && 'startsAt' in problem.details;
  return {
    ...item,
    startTime: item.startsAt.toISOString(),
    problem: sentence && (isNamed ? sentence : `${formatSpokenSlot(item.startsAt)}: ${sentence}`),
  };
}
