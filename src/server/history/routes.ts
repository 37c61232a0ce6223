import { historyCalls } from '../../contract/history.ts';
import { withStandby } from '../database/standby.ts';
import { type RouteContext, sendCsv, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { exportAudit, listAudit } from './audit-log.ts';
import { readClassMessages, readMessage } from './sent-messages.ts';
import { readTimeline } from './timeline.ts';

export function serveHistory(services: Services, context: RouteContext): void {
  serve(context, historyCalls, {
    getTimeline: ({ params, query, person }) => readTimeline(services, person, params.id, query),

    getMessage: ({ params, person }) => readMessage(services.database, person, params.id),

    getClassMessages: ({ params, person }) =>
      readClassMessages(services.database, person, params.id),

    getAudit: async ({ query }) => listAudit((await withStandby(services)).database, query),

    async exportAudit({ query, actor, reply }) {
      return sendCsv(reply, 'audit', await exportAudit(services, actor, query));
    },
  });
}
