import type { FastifyInstance, FastifyReply } from 'fastify';
import { countRejections } from '../platform/rejected-webhooks.ts';
import type { Services } from '../platform/services.ts';
import type { RejectedWebhook, WebhookRequest, WebhookSource } from '../platform/webhooks.ts';
import { HttpError } from './errors.ts';

interface Webhook<Event> {
  path: string;
  source: WebhookSource;
  /** Must verify the signature before parsing the event. */
  parse(request: WebhookRequest): Event | RejectedWebhook;
  handle(event: Event, request: WebhookRequest, reply: FastifyReply): Promise<object>;
}

const bodyLimit = 256 * 1024;

/** Turns off Fastify's body parsers, because signatures cover the raw bytes. */
export function mountWebhook<Event extends { kind: string }>(
  app: FastifyInstance,
  { database, clock, settings }: Services,
  { path, source, parse, handle }: Webhook<Event>,
): void {
  const rejections = countRejections({ database, clock, log: app.log });
  app.addHook('onClose', rejections.close);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>(path, { bodyLimit }, async (received, reply) => {
      const request = {
        url: settings.publicUrl + received.url,
        headers: received.headers,
        body: received.body ?? Buffer.alloc(0),
        receivedAt: clock.now(),
      };
      const event = parse(request);
      if (isRejected(event)) {
        rejections.note(source, event.kind);
        throw new HttpError(event.kind === 'untrusted' ? 401 : 400, event.reason);
      }
      return handle(event, request, reply);
    });
  });
}

function isRejected(event: { kind: string }): event is RejectedWebhook {
  return event.kind === 'untrusted' || event.kind === 'unreadable';
}
