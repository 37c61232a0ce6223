import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';
import { describeDomainError } from './domain-errors.ts';

const sentences: Record<number, string> = {
  400: 'We couldn’t understand this request. Please reload the page and try again.',
  404: 'Not found',
  408: 'The request took too long to arrive. Please try again.',
  413: 'That’s too much to send at once. Please shorten it, or use a smaller file.',
  414: 'This URL is too long.',
  415: 'Please send JSON.',
  431: 'That’s too much to send at once. Please shorten it, or use a smaller file.',
};

const ourFault = 'Something went wrong on our side. Please try again in a moment.';
const tooBusy = 'The portal is very busy right now. Please try again in a moment.';
const retryAfterSeconds = 2;

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpError | DomainError, request, reply) => {
    if (error instanceof DomainError) {
      const { status, ...body } = describeDomainError(error);
      return reply.status(status).send(body);
    }
    if (error instanceof HttpError) {
      const { status, message, field } = error;
      return reply.status(status).send({ message, field });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) {
      return reply.status(status).send({ message: sentences[status] ?? sentences[400] });
    }
    const isBusy = isDatabaseBusy(error);
    request.log[isBusy ? 'warn' : 'error']({ err: error }, 'request failed');
    if (isBusy) reply.header('retry-after', String(retryAfterSeconds));
    // If a compressed stream failed before its first byte, this header is still set, but the error response isn't
    // compressed.
    reply.removeHeader('content-encoding');
    return reply.status(isBusy ? 503 : 500).send({ message: isBusy ? tooBusy : ourFault });
  });
}

/** PostgreSQL's codes for lock_not_available, query_canceled (by `statement_timeout`) and too_many_connections. */
const busyCodes = ['55P03', '57014', '53300'];
const busyMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

/** Returns true for errors that leave the database unchanged and that a retry may fix. */
function isDatabaseBusy({ cause, message, code }: Error & { code?: string }): boolean {
  if (busyCodes.includes(code ?? '') || busyMessages.includes(message)) return true;
  return cause instanceof Error && isDatabaseBusy(cause);
}

export function answerNotFound() {
  return { message: sentences[404] };
}

/** Handles requests that fail before routing, for example because the URL is malformed. */
export function answerUnreadable(_error: Error, _request: FastifyRequest, reply: FastifyReply) {
  reply.status(400).send({ message: sentences[400] });
}

const protocolErrors: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Responds on connections that fail before there is a request, because of malformed HTTP, oversized headers or a
 * timeout.
 */
export function answerBrokenClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const status = protocolErrors[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ message: sentences[Number.parseInt(status, 10)] });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Thrown by the HTTP layer itself. Commands throw a `DomainError` instead. */
export class HttpError extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, sentence: string, field?: string) {
    super(sentence);
    this.status = status;
    this.field = field;
  }
}
