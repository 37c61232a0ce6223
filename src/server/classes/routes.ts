import type { FastifyInstance } from 'fastify';
import { classPageCalls } from '../../contract/class-page.ts';
import { classCalls } from '../../contract/classes.ts';
import { pastClassCalls } from '../../contract/past-classes.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { readClassPage } from './class-page.ts';
import { addClass, deleteClass, editClass } from './commands.ts';
import { listPastClasses } from './past-classes.ts';
import { countRegistrations, listInstructors, listUpcomingClasses, readClass } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export function serveClasses(app: FastifyInstance, services: Deps, context: RouteContext): void {
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
      getPastClasses: ({ query }) => listPastClasses(services, query),
    },
    context,
  );

  function show(id: number) {
    return readClass(database, id, courseShortName);
  }
}
