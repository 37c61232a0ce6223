import type { FastifyInstance } from 'fastify';
import { classPageCalls } from '../../contract/class-page.ts';
import { classCalls, classChangeCalls, pastClassCalls } from '../../contract/timetable.ts';
import { describeDomainError } from '../http/domain-errors.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { writeAttendanceFile } from './attendance-file.ts';
import { changeClasses, tryChange } from './change-classes.ts';
import { readClassPage } from './class-page.ts';
import { addClass, deleteClass, editClass } from './commands.ts';
import { listPastClasses } from './past-classes.ts';
import { countRegistrations, listInstructors, listUpcomingClasses, readClass } from './queries.ts';

export function serveClasses(
  app: FastifyInstance,
  services: Services,
  context: RouteContext,
): void {
  const { database, clock, settings } = services;
  const { courseShortName } = settings.site;
  serve(
    app,
    classCalls,
    {
      getAllClasses: () => listUpcomingClasses(database, clock.now(), courseShortName),

      addClass: async ({ body, person, request }) =>
        show(await addClass(services, actorOf(person, request), body)),

      async editClass({ params, query, body, version, person, request }) {
        const isShortNoticeMeant = query.shortNotice === 'confirmed';
        const edited = { id: params.id, version, isShortNoticeMeant };
        await editClass(services, actorOf(person, request), edited, body);
        return show(params.id);
      },

      async deleteClass({ params, version, person, request }) {
        await deleteClass(services, actorOf(person, request), { id: params.id, version });
        return { message: 'Class deleted successfully' };
      },

      async countRegistrations({ params }) {
        return { count: await countRegistrations(database, params.id) };
      },

      getInstructors: () => listInstructors(database),
    },
    context,
  );
  serve(
    app,
    { ...classPageCalls, ...pastClassCalls },
    {
      getClass: ({ params }) => readClassPage(services, params.id),
      async exportAttendance({ params, person, request, reply }) {
        const file = await writeAttendanceFile(services, actorOf(person, request), params.id);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="class-${params.id}.csv"`)
          .send(file);
      },
      getPastClasses: ({ query }) => listPastClasses(services, query),
    },
    context,
  );
  serve(
    app,
    classChangeCalls,
    {
      async previewClassChange({ body, person, request }) {
        const { tried, people } = await tryChange(services, actorOf(person, request), body);
        const shown = tried.map(({ courseClass: { id, startsAt }, problem }) => ({
          id,
          startTime: startsAt.toISOString(),
          problem: problem && describeDomainError(problem).message,
        }));
        return { classes: shown, people };
      },

      async changeClasses({ body, person, request }) {
        const count = await changeClasses(services, actorOf(person, request), body);
        return { message: `${count} class(es) updated successfully` };
      },
    },
    context,
  );

  function show(id: number) {
    return readClass(database, id, courseShortName);
  }
}
