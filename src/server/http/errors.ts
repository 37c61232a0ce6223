import type { FastifyError, FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

const sentences: Record<number, string> = {
  400: 'The request could not be understood.',
  404: 'Not found',
  405: 'That is not possible here.',
  413: 'That is too much to send at once.',
  414: 'That address is too long.',
  415: 'Please send JSON.',
  431: 'That is too much to send at once.',
};

const ourFault = 'Something went wrong on our side. Please try again in a moment.';

/** Every error leaves as `{ message }`, in words a person understands, and never with a stack. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) {
      return reply.status(error.status).send({ message: error.message });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) {
      return reply.status(status).send({ message: sentences[status] ?? sentences[400] });
    }
    request.log.error({ err: error }, 'request failed');
    return reply.status(500).send({ message: ourFault });
  });
}

export function answerNotFound() {
  return { message: sentences[404] };
}
