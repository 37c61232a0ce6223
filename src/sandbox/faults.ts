import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from './context.ts';
import type { Feed } from './feed.ts';

/** One way that a vendor can misbehave. The first choice is the normal behavior. */
export interface Fault<Value = unknown> {
  /** Forms a sentence with each choice, except for toggles. The demo pages don't show faults without a label. */
  label: string;
  effect: string;
  choices: Record<string, Value>;
}

/** A fault that is either off or on. The label says what happens when it's on. */
export function toggle<const Value = true, const Normal = undefined>(
  label: string,
  effect: string,
  value: Value = true as Value,
  normal: Normal = undefined as Normal,
): Fault<Value | Normal> {
  return { label, effect, choices: { off: normal, on: value } };
}

export function choice<const Value>(label: string, effect: string, choices: Record<string, Value>) {
  return { label, effect, choices };
}

export function testOnly<Value>(normal: Value): Fault<Value> {
  return { label: '', effect: '', choices: { normal } };
}

type Declarations = Record<string, Fault>;
type StateOf<Declared extends Declarations> = {
  [Field in keyof Declared]: Declared[Field]['choices'][string];
};

export const isToggle = ({ choices }: Fault) => 'on' in choices;

/** Describes a fault's current setting, for example, "Emails arrive 5 minutes late". */
export function describeChoice(fault: Fault, at: number): string {
  if (!isToggle(fault)) return `${fault.label} ${Object.keys(fault.choices)[at]}`;
  return at > 0 ? fault.label : `“${fault.label}” is off`;
}

/** The demo pages set one fault at a time. Tests post all of their faults as JSON, so `{}` resets the vendor. */
export function openFaults<Declared extends Declarations>(
  app: FastifyInstance,
  { name, path, faults }: { name: string; path: string; faults: Declared },
) {
  type Changes = Partial<StateOf<Declared>>;
  const all = Object.entries(faults);
  const valuesOf = (field: string) => Object.values(faults[field]?.choices ?? {});
  const normal = Object.fromEntries(all.map(([field]) => [field, valuesOf(field)[0]]));
  let changes: Record<string, unknown> = {};
  const listeners: ((changes: Changes, isOnStage: boolean) => void)[] = [];

  app.get(path, () => changes);
  app.post<{ Body: Changes | null }>(path, ({ body }, reply) => {
    // A string has to be one of the choices, except that tests can set any scope or campaign status.
    const isKnown = ([field, value]: [string, unknown]) =>
      typeof value === 'string' && !['scope', 'campaign'].includes(field)
        ? valuesOf(field).includes(value)
        : field in faults;
    if (!Object.entries(body ?? {}).every(isKnown))
      return reply.status(400).send({ message: 'This fault or choice doesn’t exist.' });
    set(body ?? {});
    return changes;
  });

  return {
    name,
    set,
    current: () => ({ ...normal, ...changes }) as StateOf<Declared>,
    onChange: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    list: () =>
      all
        .filter(([, { label }]) => label)
        .map(([field, fault]) => ({ ...fault, field, at: chosenIn(field) })),

    /** Returns a description of the new setting, or undefined if there's no such fault or choice. */
    choose(field: string, at: number): string | undefined {
      const fault = faults[field];
      const values = valuesOf(field);
      if (!fault || !(at in values)) return undefined;
      const { [field]: _before, ...others } = changes;
      set({ ...others, ...(at > 0 && { [field]: values[at] }) } as Changes, true);
      return `${name}: ${describeChoice(fault, at)}`;
    },

    reset(): string {
      set({}, true);
      return `${name}: back to normal`;
    },
  };

  function set(next: Changes, isOnStage = false): void {
    changes = { ...next };
    for (const listener of listeners) listener(next, isOnStage);
  }

  function chosenIn(field: string): number {
    const wanted = JSON.stringify({ ...normal, ...changes }[field]);
    return Math.max(
      0,
      valuesOf(field).findIndex((value) => JSON.stringify(value) === wanted),
    );
  }
}

export type VendorFaults<Declared extends Declarations = Declarations> = ReturnType<
  typeof openFaults<Declared>
>;

const proxyPage = '<!doctype html><title>Sign in to the network</title><p>Please sign in.</p>';

export function applyFaults(
  calls: FastifyInstance,
  { name, current }: SandboxContext['vendorFaults']['zoom' | 'twilio'],
  feed: Feed,
): void {
  calls.addHook('onRequest', async (request, reply) => {
    const { delayMs, status, retryAfter, down, html, half } = current();
    const note = (text: string) =>
      feed.note(`${name} ${text}`, { isRefusal: true, path: `/vendors#${name.toLowerCase()}` });
    if (down) note('didn’t respond');
    else if (html) note('returned a page from another site');
    else if (status) note(status === 429 ? 'said there were too many calls' : 'returned an error');
    else if (half) note('cut off its response halfway');
    if (delayMs) await pause(delayMs);
    if (down) return dropConnection(request, reply);
    if (html) return reply.type('text/html').send(proxyPage);
    if (!status) return undefined;
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.status(status).send({ code: status, message: 'The sandbox is set to fail.' });
  });
  calls.addHook('onSend', async (_request, _reply, body) =>
    current().half && typeof body === 'string' ? body.slice(0, body.length / 2) : body,
  );
}

/** Closes the socket without responding, so the caller can't tell whether the call went through. */
export function dropConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
