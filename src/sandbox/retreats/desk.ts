import { randomUUID } from 'node:crypto';
import type { SandboxClock } from '../clock.ts';
import { freeCode, isAhead, price, retreatOn } from './programme.ts';
import { type Event, newReference, type Registration, type RegistrationStore } from './store.ts';
import type { Teller } from './webhooks.ts';

interface Options {
  store: RegistrationStore;
  clock: SandboxClock;
  teller: Teller;
}

const fields = ['name', 'email', 'phone', 'code'] as const;
/** A form as somebody filled it in. */
export type Form = Record<(typeof fields)[number], string>;
export type Faults = Partial<Form>;

export function readForm(body: unknown): Form {
  const given = (body ?? {}) as Record<string, unknown>;
  const read = (name: string) => (typeof given[name] === 'string' ? given[name].trim() : '');
  return Object.fromEntries(fields.map((name) => [name, read(name)])) as Form;
}

/** Where registrations are taken, changed and cancelled; the portal is told of each. */
export function openDesk({ store, clock, teller }: Options) {
  return {
    /** What is wrong with each field; nothing for a form that can be taken. */
    check({ name, email, phone, code }: Form): Faults {
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
      const guest = { reference: newReference(), retreat, name, email, phone, toPay };
      return keep({ ...guest, isCancelled: false, at }, 'registration.made');
    },

    move: (registration: Registration, retreat: string) =>
      keep({ ...registration, retreat, at: after(registration) }, 'registration.changed'),

    cancel: (registration: Registration) =>
      keep(
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

  function keep(registration: Registration, type: Event['type']): Registration {
    const { reference, email, phone, at } = registration;
    const { title, day, hours, place, bring } = retreatOn(registration.retreat);
    const description = `${day}, ${hours}\n${place}. ${bring}\nRegistration ${reference}`;
    const told = { reference, title, description, email, ...(phone && { phone }) };
    store.save(registration, { id: randomUUID(), type, at, registration: told });
    teller.tellAll();
    return registration;
  }
}
