import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adminPeopleCalls } from '../../contract/admin-people.ts';
import { canAdminister } from '../../course/roles.ts';
import { recordAudit } from '../audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { sendCompressed } from '../http/compression.ts';
import { Refusal } from '../http/refusal.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Person } from '../http/session.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { addPerson, editStudent } from './commands.ts';
import { listAlumni } from './queries.ts';
import { streamStudents, versionOfStudents } from './student-list.ts';
import { findUndelivered } from './undelivered.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  settings: Settings;
}

export function serveAdminPeople(app: FastifyInstance, parts: Parts, front: Front): void {
  const { database, clock, settings } = parts;
  serve(
    app,
    adminPeopleCalls,
    {
      async getStudents({ person, request, reply }) {
        const viewer = viewerOf(person);
        const version = await versionOfStudents(database, viewer);
        reply.header('etag', version);
        if (request.headers['if-none-match'] === version) return reply.status(304).send();
        return sendCompressed(request, reply, await streamStudents(database, viewer));
      },

      getAlumni: ({ query, person }) => listAlumni(database, { ...query, ...viewerOf(person) }),

      async retryMessages({ params, person, request }) {
        const dead = await findUndelivered(database, params.id);
        if (dead.length === 0) throw new Refusal(409, 'There is nothing to send again.');
        await parts.queue.revive(dead);
        await recordAudit(database, {
          at: clock.now(),
          actorId: person.id,
          action: 'messages: tried again',
          subject: `person:${params.id}`,
          address: request.ip,
        });
        return { message: 'It is being sent again.' };
      },

      async addPerson({ body, person, request }) {
        const { id, firstName, lastName } = await addPerson(parts, actorOf(person, request), body);
        const kind = body.role === 'student' ? 'Student' : 'Alumni';
        const message = `${kind} ${firstName} ${lastName} has been created successfully`;
        return { status: 'success', user: { id, firstName, lastName }, message };
      },

      editStudent: ({ params, body, person, request }) =>
        editStudent(parts, actorOf(person, request), params.id, body),
    },
    front,
  );

  function viewerOf({ role }: Person) {
    const mayUseLinks = settings.loginLinksFor === 'staff' || canAdminister(role);
    return { now: clock.now(), linkKey: mayUseLinks ? settings.linkKey : undefined };
  }
}

function actorOf({ id }: Person, { ip }: FastifyRequest) {
  return { id, address: ip };
}
