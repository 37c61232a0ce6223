import { randomBytes } from 'node:crypto';
import { openJsonLines } from '../json-lines.ts';

export interface Registration {
  /** Also the key to its page. */
  reference: string;
  /** The day of the retreat. */
  retreat: string;
  name: string;
  email: string;
  phone: string;
  /** In dollars, at the door. */
  toPay: number;
  isCancelled: boolean;
  /** Of its last change. */
  at: string;
}

/** What is posted to the portal's webhook. */
export interface Event {
  id: string;
  type: 'registration.made' | 'registration.changed' | 'registration.cancelled';
  at: string;
  registration: {
    reference: string;
    title: string;
    description: string;
    startsAt: string;
    endsAt: string;
    /** Where it is changed or cancelled. */
    page: string;
    email: string;
    phone?: string;
  };
}

interface Line {
  saved?: Registration;
  /** Not accepted by the portal yet. */
  event?: Event;
  /** The id of an event that the portal has accepted. */
  sent?: string;
}

/** Registrations, and the events that the portal has not accepted yet, on disk before they are acknowledged. */
export function openRegistrationStore(file: string) {
  const registrations = new Map<string, Registration>();
  const waiting = new Map<string, Event>();
  const { write, rewrite } = openJsonLines<Line>(file, apply);
  rewrite([
    ...[...registrations.values()].map((saved) => ({ saved })),
    ...[...waiting.values()].map((event) => ({ event })),
  ]);

  return {
    newestFirst: () => [...registrations.values()].toReversed(),
    find: (reference: string) => registrations.get(reference.trim().toUpperCase()),
    /** The oldest event that the portal has not accepted. */
    nextEvent: (): Event | undefined => waiting.values().next().value,
    save: (saved: Registration, event: Event) => write({ saved, event }),
    markSent: ({ id }: Event) => write({ sent: id }),
  };

  function apply({ saved, event, sent }: Line) {
    if (saved) registrations.set(saved.reference, saved);
    if (event) waiting.set(event.id, event);
    if (sent) waiting.delete(sent);
  }
}

export type RegistrationStore = ReturnType<typeof openRegistrationStore>;

/** Nobody can guess it, and it can be read out on the phone: no 0, O, 1 or I. */
export function newReference(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  return `LR-${[...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')}`;
}
