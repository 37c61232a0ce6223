import { classMessageCalls } from '../../contract/broadcasts.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { classAudience } from './class-audience.ts';
import { previewBroadcast, sendBroadcast } from './send.ts';

export function serveBroadcasts(services: Services, context: RouteContext): void {
  serve(context, classMessageCalls, {
    previewClassMessage: ({ params, body: { audience, ...draft } }) =>
      previewBroadcast(services, classAudience(params.id, audience), draft),

    sendClassMessage: ({ params, body: { audience, ...draft }, actor }) =>
      sendBroadcast(services, actor, classAudience(params.id, audience), draft),
  });
}
