import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

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

/** What the portal is to be told. */
export interface Event {
  id: string;
  type: 'registration.made' | 'registration.changed' | 'registration.cancelled';
  at: string;
  registration: {
    reference: string;
    title: string;
    description: string;
    email: string;
    phone?: string;
  };
}

interface Line {
  saved?: Registration;
  /** Still to be told. */
  event?: Event;
  /** The id of an event that the portal has heard. */
  told?: string;
}

/** Registrations, and the events that the portal has not heard yet, on disk before they are acknowledged. */
export function openRegistrationStore(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const registrations = new Map<string, Registration>();
  const waiting = new Map<string, Event>();
  if (existsSync(file)) readLines(file).forEach(apply);
  // What was replaced is left behind at each start.
  const lines: Line[] = [
    ...[...registrations.values()].map((saved) => ({ saved })),
    ...[...waiting.values()].map((event) => ({ event })),
  ];
  writeFileSync(`${file}.unfinished`, lines.map(toText).join(''));
  renameSync(`${file}.unfinished`, file);

  return {
    newestFirst: () => [...registrations.values()].toReversed(),
    find: (reference: string) => registrations.get(reference.trim().toUpperCase()),
    /** The oldest event that the portal has not heard. */
    nextEvent: (): Event | undefined => waiting.values().next().value,
    save: (saved: Registration, event: Event) => write({ saved, event }),
    markTold: ({ id }: Event) => write({ told: id }),
  };

  function write(line: Line) {
    appendFileSync(file, toText(line));
    apply(line);
  }

  function apply({ saved, event, told }: Line) {
    if (saved) registrations.set(saved.reference, saved);
    if (event) waiting.set(event.id, event);
    if (told) waiting.delete(told);
  }
}

export type RegistrationStore = ReturnType<typeof openRegistrationStore>;

/** Nobody can guess it, and it can be read out on the phone: no 0, O, 1 or I. */
export function newReference(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  return `LR-${[...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('')}`;
}

function toText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** A killed process may leave half a line behind: that was never acknowledged. */
function readLines(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
