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
