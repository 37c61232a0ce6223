import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/** Fields with these names are hidden in the top three levels of a log entry. */
const secrets = ['token', 'cookie', 'authorization', 'password', 'email', 'phone', 'to'];

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: secrets.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
    hooks: {
      // Without a log message, pino would use the error’s message, which may contain personal data.
      logMethod([first, ...rest], log) {
        const fields = first instanceof Error ? { err: first } : (first as { err?: unknown });
        const error = fields.err;
        const hasNoWords = error instanceof Error && (rest[0] ?? error.message) === error.message;
        if (hasNoWords) log.call(this, fields, originOf(error).message);
        else log.call(this, first, ...rest);
      },
    },
    serializers: {
      // Log the route instead of the URL, because paths and queries can contain a token.
      req: ({ id, method, routeOptions }: FastifyRequest) => ({
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

/** A failed query’s message contains its parameters, so log its cause instead. */
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
 * Matches numbers that start with + or 00, North American numbers, and 12 to 15 digits in a row. Meeting IDs have 11
 * digits, so they rarely match.
 */
const phone =
  /(?:\+|%2B|\b00)\d[\d ().-]{5,}\d|\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1?[2-9]\d{2}[2-9]\d{6}\b|\b[1-9]\d{11,14}\b/gi;

/**
 * Masks email addresses and phone numbers, because vendors’ error messages often contain them and appear in logs and on
 * staff pages.
 */
export function maskContacts(text: string): string {
  return text.replace(email, '•••').replace(phone, '•••');
}

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
