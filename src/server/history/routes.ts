import { Readable } from 'node:stream';
import { historyCalls } from '../../contract/history.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';
import { exportAudit, listAudit } from './audit-log.ts';
import { readClassMessages, readMessage } from './sent-messages.ts';
import { readTimeline } from './timeline.ts';

export function serveHistory(services: Services, context: RouteContext): void {
  serve(context, historyCalls, {
    async getTimeline({ params, query, person }) {
      await refuseHiddenPerson(services.database, person, params.id);
      return readTimeline(services, params.id, query);
    },

    getMessage: ({ params, person }) => readMessage(services.database, person, params.id),

    getClassMessages: ({ params }) => readClassMessages(services.database, params.id),

    getAudit: ({ query }) => listAudit(services.database, query),

    async exportAudit({ query, actor, reply }) {
      const pages = await exportAudit(services, actor, query);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit.csv"')
        .send(Readable.from(pages, { objectMode: false }));
    },
  });
}
