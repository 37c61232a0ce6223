import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adminClassCalls } from '../../contract/admin-classes.ts';
import { noSuchThing } from '../../contract/fields.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Person } from '../http/session.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { addClass, deleteClass, editClass } from './commands.ts';
import { countRegistered, listInstructors, listUpcomingClasses, readClass } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  settings: Settings;
}

export function serveAdminClasses(app: FastifyInstance, parts: Parts, front: Front): void {
  const { database, clock, settings } = parts;
  const { courseShortName } = settings.site;
  serve(
    app,
    adminClassCalls,
    {
      getAllClasses: () => listUpcomingClasses(database, clock.now(), courseShortName),

      addClass: async ({ body, person, request }) =>
        show(await addClass(parts, actorOf(person, request), body)),

      async editClass({ params, body, person, request }) {
        await editClass(parts, actorOf(person, request), params.id, body);
        return show(params.id);
      },

      async deleteClass({ params, person, request }) {
        await deleteClass(parts, actorOf(person, request), params.id);
        return { message: 'Class deleted successfully' };
      },

      async countRegistrations({ params }) {
        await show(params.id);
        return { count: await countRegistered(database, params.id) };
      },

      getInstructors: () => listInstructors(database),
    },
    front,
  );

  async function show(id: number) {
    const found = await readClass(database, id, courseShortName);
    if (!found) throw new Refusal(404, noSuchThing);
    return found;
  }
}

function actorOf({ id }: Person, { ip }: FastifyRequest) {
  return { id, address: ip };
}
