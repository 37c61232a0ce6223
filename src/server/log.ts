import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/** What a line may never hold, wherever an object with such a field is logged. */
const secrets = ['token', 'cookie', 'authorization', 'password', 'email', 'phone', 'to'];

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
      // The query can hold a token, so only the path is written down; a calendar's path holds one, too.
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0]?.replace(/(\/calendar\/feeds\/)[^/]+/, '$1[hidden]'),
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

function originOf(error: Error): Error {
  return error.cause instanceof Error ? error.cause : error;
}
