import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStaff } from '../../course/roles.ts';
import type { Viewer } from '../database/viewer.ts';
import { audit } from '../platform/audit.ts';
import { HOUR_MINUTES } from '../platform/clock.ts';
import { countWithin } from '../platform/rate-limit.ts';
import type { VendorServices } from '../platform/services.ts';

/** Records in the audit log that staff got a 403 response, at most once an hour per person and endpoint. */
export function auditRefusals(app: FastifyInstance, { database, clock, log }: VendorServices) {
  app.addHook('onSend', async (request, reply) => {
    const { person } = request;
    if (reply.statusCode !== 403 || !person || !isStaff(person.role)) return;
    await note(request, person).catch((error) =>
      log.error({ err: error }, 'a denied attempt could not be audited'),
    );
  });

  async function note({ method, routeOptions, params, ip }: FastifyRequest, { id }: Viewer) {
    const now = clock.now();
    const call = `${method} ${routeOptions.url}`;
    await database.transaction(async (transaction) => {
      const key = `refused ${call} of person ${id}`;
      if (!(await countWithin(transaction, now, { key, max: 1, minutes: HOUR_MINUTES }))) return;
      await audit(transaction, { id, ip }, now, 'call: refused', {
        subject: `call:${withIds(call, params)}`,
      });
    });
  }
}

/** Replaces placeholders in the path with numeric IDs only, because any other value could be a secret. */
function withIds(call: string, params: unknown): string {
  return Object.entries(params ?? {}).reduce(
    (filled, [name, value]) =>
      /^\d{1,10}$/.test(value) ? filled.replace(`:${name}`, value) : filled,
    call,
  );
}
