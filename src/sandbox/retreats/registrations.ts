import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SandboxContext } from '../context.ts';
import { openJsonLines } from '../json-lines.ts';
import { openWebhookQueue } from '../webhooks.ts';
import { freeCode, isAhead, price, retreatOn } from './retreat-days.ts';
import { postEvent } from './webhook.ts';

const fields = ['name', 'email', 'phone', 'code'] as const;
export type Form = Record<(typeof fields)[number], string>;
export type FormErrors = Partial<Form>;

export interface Registration {
  /** The registration number. Anyone who has it can open the registration. */
  reference: string;
  retreat: string;
  name: string;
  email: string;
  phone: string;
  /** How many dollars the student pays at the door. */
  toPay: number;
  isCanceled: boolean;
  at: string;
}

export interface Event {
  id: string;
  type: 'registration.made' | 'registration.changed' | 'registration.canceled';
  at: string;
  registration: Record<string, string>;
}

interface Line {
  saved?: Registration;
  event?: Event;
  sent?: string;
}

const feedTexts: Record<Event['type'], string> = {
  'registration.made': 'registered for the retreat on',
  'registration.changed': 'moved to the retreat on',
  'registration.canceled': 'canceled their registration for the retreat on',
};

export const pageOf = ({ reference }: Registration) => `/retreats/registrations/${reference}`;

/** Saves each change to disk before acknowledging it, then sends it to the portal as a webhook. */
export function openRegistrations(context: SandboxContext) {
  const { clock, feed, directory } = context;
  const registrations = new Map<string, Registration>();
  const unsent = new Map<string, Event>();
  const { write, rewrite } = openJsonLines<Line>(join(directory, 'retreats.jsonl'), apply);
  rewrite([
    ...[...registrations.values()].map((saved) => ({ saved })),
    ...[...unsent.values()].map((event) => ({ event })),
  ]);
  const newestFirst = () => [...registrations.values()].toReversed();
  // Retries each event until the portal accepts it, even after a restart.
  const webhooks = openWebhookQueue({ maxAttempts: Number.POSITIVE_INFINITY });
  for (const event of unsent.values()) send(event);

  return {
    newestFirst,
    find: (reference: string) => registrations.get(reference),
    settled: webhooks.settled,
    stop: webhooks.close,

    /** Returns the existing registration if this email address is already registered for the retreat. */
    register(retreat: string, { name, email, phone, code }: Form): Registration {
      const isSame = (one: Registration) =>
        one.retreat === retreat &&
        !one.isCanceled &&
        one.email.toLowerCase() === email.toLowerCase();
      const existing = newestFirst().find(isSame);
      if (existing) return existing;
      const toPay = code === '' ? price : 0;
      const at = clock.now().toISOString();
      const person = { reference: newReference(), retreat, name, email, phone, toPay };
      return save({ ...person, isCanceled: false, at }, 'registration.made');
    },

    move: (registration: Registration, retreat: string) =>
      save({ ...registration, retreat, at: after(registration) }, 'registration.changed'),

    cancel: (registration: Registration) =>
      save({ ...registration, isCanceled: true, at: after(registration) }, 'registration.canceled'),

    canChange: ({ retreat, isCanceled }: Registration) =>
      !isCanceled && isAhead(retreat, clock.now()),
  };

  function apply({ saved, event, sent }: Line) {
    if (saved) registrations.set(saved.reference, saved);
    if (event) unsent.set(event.id, event);
    if (sent) unsent.delete(sent);
  }

  /** Returns a time after the previous change, even if someone set the clock back. */
  function after({ at }: Registration): string {
    return new Date(Math.max(clock.now().getTime(), Date.parse(at) + 1)).toISOString();
  }

  function save(saved: Registration, type: Event['type']): Registration {
    const { reference, name, email, phone, at } = saved;
    const { title, day, hours, place, bring, startsAt, endsAt } = retreatOn(saved.retreat);
    const description = `${day}, ${hours}\n${place}. ${bring}\nRegistration ${reference}`;
    const guest = { name, email, ...(phone && { phone }) };
    const page = pageOf(saved);
    const registration = { reference, title, description, startsAt, endsAt, page, ...guest };
    const event = { id: randomUUID(), type, at, registration };
    write({ saved, event });
    feed.note(`${name} ${feedTexts[type]} ${day}`, { path: '/retreat-site' });
    send(event);
    return saved;
  }

  function send(event: Event): void {
    webhooks.add(async (closing) => {
      if (!(await postEvent(context, event, closing))) return undefined;
      write({ sent: event.id });
      return true;
    });
  }
}

export function readForm(body: unknown): Form {
  const given = (body ?? {}) as Record<string, unknown>;
  const read = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '');
  return Object.fromEntries(fields.map((name) => [name, read(name)])) as Form;
}

export function checkForm({ name, email, phone, code }: Form): FormErrors {
  const isUnknownCode = code !== '' && code.toUpperCase() !== freeCode;
  return {
    ...((name === '' || name.length > 100) && { name: 'Please enter your name.' }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && {
      email: 'Please enter a valid email address.',
    }),
    ...(phone !== '' &&
      !/^\+?[\d\s().-]{7,30}$/.test(phone) && {
        phone: 'Please enter a valid phone number, or leave this empty.',
      }),
    ...(isUnknownCode && {
      code: `We don’t know the code “${code}”. Check the spelling, or leave this empty and pay at the door.`,
    }),
  };
}

/** Returns a registration number that is hard to guess and has no 0, O, 1 or I, which are easy to mix up. */
function newReference(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  return `LR-${[...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')}`;
}
