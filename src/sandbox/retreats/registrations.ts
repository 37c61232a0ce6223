import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { freeCode, isAhead, price, retreatOn } from './retreat-days.ts';
import { type Event, newReference, type Registration, type RegistrationStore } from './store.ts';
import type { WebhookSender } from './webhook-sender.ts';

const fields = ['name', 'email', 'phone', 'code'] as const;
/** A form as somebody filled it in. */
export type Form = Record<(typeof fields)[number], string>;
export type FormErrors = Partial<Form>;

export function readForm(body: unknown): Form {
  const given = (body ?? {}) as Record<string, unknown>;
  const read = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '');
  return Object.fromEntries(fields.map((name) => [name, read(name)])) as Form;
}

const wordsOf: Record<Event['type'], string> = {
  'registration.made': 'registered for the retreat on',
  'registration.changed': 'moved to the retreat on',
  'registration.cancelled': 'cancelled the retreat on',
};

/** Makes, changes and cancels registrations, and sends a webhook for each. */
export function openRegistrations(
  { clock, feed }: SandboxContext,
  store: RegistrationStore,
  webhooks: WebhookSender,
) {
  return {
    /** What is wrong with each field; nothing for a form that can be taken. */
    check({ name, email, phone, code }: Form): FormErrors {
      const isUnknownCode = code !== '' && code.toUpperCase() !== freeCode;
      return {
        ...((name === '' || name.length > 100) && { name: 'Please tell us your name.' }),
        ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && {
          email: 'Please enter a valid email address.',
        }),
        ...(phone !== '' &&
          !/^\+?[\d\s().-]{7,30}$/.test(phone) && {
            phone: 'Please enter a valid phone number, or leave it empty.',
          }),
        ...(isUnknownCode && {
          code: `We do not know the code “${code}”. Check how it is written, or leave it empty and pay at the door.`,
        }),
      };
    },

    /** Somebody who sends the same form twice has one place. */
    register(retreat: string, { name, email, phone, code }: Form): Registration {
      const isSame = (one: Registration) =>
        one.retreat === retreat &&
        !one.isCancelled &&
        one.email.toLowerCase() === email.toLowerCase();
      const existing = store.newestFirst().find(isSame);
      if (existing) return existing;
      const toPay = code === '' ? price : 0;
      const at = clock.now().toISOString();
      const person = { reference: newReference(), retreat, name, email, phone, toPay };
      return save({ ...person, isCancelled: false, at }, 'registration.made');
    },

    move: (registration: Registration, retreat: string) =>
      save({ ...registration, retreat, at: after(registration) }, 'registration.changed'),

    cancel: (registration: Registration) =>
      save(
        { ...registration, isCancelled: true, at: after(registration) },
        'registration.cancelled',
      ),

    canChange: ({ retreat, isCancelled }: Registration) =>
      !isCancelled && isAhead(retreat, clock.now()),
  };

  /** Later than the change before it, even if the clock has been set back since. */
  function after({ at }: Registration): string {
    return new Date(Math.max(clock.now().getTime(), Date.parse(at) + 1)).toISOString();
  }

  function save(registration: Registration, type: Event['type']): Registration {
    const { reference, name, email, phone, at } = registration;
    const retreat = retreatOn(registration.retreat);
    const { title, day, hours, place, bring, startsAt, endsAt } = retreat;
    const description = `${day}, ${hours}\n${place}. ${bring}\nRegistration ${reference}`;
    const times = { startsAt, endsAt };
    const guest = { name, email, ...(phone && { phone }) };
    const page = `/retreats/registrations/${reference}`;
    const sent = { reference, title, description, ...times, page, ...guest };
    store.save(registration, { id: randomUUID(), type, at, registration: sent });
    feed.note(`${name} ${wordsOf[type]} ${day}`, { path: '/retreat-site' });
    webhooks.sendWaiting();
    return registration;
  }
}
