import type { FastifyInstance } from 'fastify';
import { noteCalls } from '../../contract/notes.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { deleteNote, editNote, writeNote } from './commands.ts';
import { listNotes } from './queries.ts';

export function serveNotes(app: FastifyInstance, services: Services, context: RouteContext): void {
  serve(
    app,
    noteCalls,
    {
      getNotes: ({ params, person }) => listNotes(services.database, person, params.id),

      async writeNote({ params, body, person, request: { ip } }) {
        await writeNote(services, { person, ip }, params.id, body.body);
        return { message: 'Note added' };
      },

      async editNote({ params, body, version, person, request: { ip } }) {
        await editNote(services, { person, ip }, { id: params.id, version }, body.body);
        return { message: 'Note updated' };
      },

      async deleteNote({ params, version, person, request: { ip } }) {
        await deleteNote(services, { person, ip }, { id: params.id, version });
        return { message: 'Note deleted' };
      },
    },
    context,
  );
}
