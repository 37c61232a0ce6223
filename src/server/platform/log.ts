import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/** What a line may never hold, wherever an object with such a field is logged. */
const secrets = ['token', 'cookie', 'authorization', 'password', 'email', 'phone', 'to'];

/** What is read of Fastify's request. */
interface LoggedRequest {
  id: string;
  method: string;
  routeOptions: { url?: string | undefined };
}

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: secrets.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
    hooks: {
      // An error logged without words of its own would speak by its message, values and all.
      logMethod([first, ...rest], log) {
        const fields = first instanceof Error ? { err: first } : (first as { err?: unknown });
        const error = fields.err;
        const hasNoWords = error instanceof Error && (rest[0] ?? error.message) === error.message;
        if (hasNoWords) log.call(this, fields, originOf(error).message);
        else log.call(this, first, ...rest);
      },
    },
    serializers: {
      // By its route, such as /api/calendar/feeds/:token.ics: the path and the query of a URL can hold a token.
      req: ({ id, method, routeOptions }: LoggedRequest) => ({
        id,
        method,
        route: routeOptions.url ?? 'unmatched',
      }),
      err: withoutValues,
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A failed query's own message repeats its parameters; the cause beneath it does not. */
function withoutValues(error: Error) {
  const origin = originOf(error);
  const { code, constraint } = origin as { code?: unknown; constraint?: unknown };
  return { type: origin.name, message: origin.message, code, constraint, stack: origin.stack };
}

export function originOf(error: Error): Error {
  return error.cause instanceof Error ? error.cause : error;
}

const email = /(?:"[^"\s]*(?: [^"\s]*)*"|[^\s()<>",;:]+)(?:@|%40)[^\s()<>"',;:]+/gi;
/**
 * With a plus or two zeros in front; in the groups of North America or its ten digits in a
 * row; or twelve to fifteen digits in a row. Eleven are the id of a meeting.
 */
const phone =
  /(?:\+|%2B|\b00)\d[\d ().-]{5,}\d|\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1?[2-9]\d{2}[2-9]\d{6}\b|\b[1-9]\d{11,14}\b/gi;

/** What a vendor says often repeats whom it is about, and ends up in logs and in what staff see of a failure. */
export function maskContacts(text: string): string {
  return text.replace(email, '•••').replace(phone, '•••');
}

/** One line when something begins to fail and one when it works again, however often it is tried in between. */
export function openProblemLog(log: FastifyBaseLogger, what: string) {
  let count = 0;
  let since = 0;
  return {
    failed(error: Error) {
      if (count === 0) {
        since = performance.now();
        log.warn({ err: error }, `${what} had a problem`);
      }
      count += 1;
    },
    worked() {
      if (count === 0) return;
      const seconds = Math.round((performance.now() - since) / 1000);
      log.warn({ count, seconds }, `${what} works again`);
      count = 0;
    },
  };
}
