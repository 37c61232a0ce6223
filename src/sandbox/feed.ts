import type { Message } from './outbox.ts';

export interface KnownPerson {
  email: string;
  phone: string;
  name: string;
  role: string;
  /** For example, 'finished the course'. If set, the demo pages let visitors sign in as this person. */
  about?: string;
}

export interface Note {
  id: number;
  at: string;
  text: string;
  times: number;
  path: string | null;
  isRefusal: boolean;
}

const mostKept = 150;

export function openFeed(people: readonly KnownPerson[], now: () => Date) {
  const names = new Map(
    people.flatMap(({ email, phone, name }) => [
      [email.toLowerCase(), name] as const,
      [phone, name] as const,
    ]),
  );
  let notes: Note[] = [];
  let lastId = 0;
  let version = 0;

  return {
    newestFirst: () => notes,
    /** Goes up whenever the content of a page may have changed. */
    version: () => version,
    touch() {
      version += 1;
    },
    nameOf,
    note(text: string, { path = null, isRefusal = false }: Partial<Note> = {}): void {
      version += 1;
      const at = now().toISOString();
      const [last] = notes;
      if (last?.text === text) {
        notes = [{ ...last, at, path, times: last.times + 1 }, ...notes.slice(1)];
        return;
      }
      lastId += 1;
      const note = { id: lastId, at, text, times: 1, path, isRefusal };
      notes = [note, ...notes.slice(0, mostKept - 1)];
    },
    noteArrival({ channel, id, to, subject, text }: Message): void {
      if (channel === 'email')
        this.note(`Email to ${nameOf(to)}: ${subject}`, { path: `/inbox/${id}` });
      else {
        const path = `/phones/${encodeURIComponent(to)}`;
        this.note(`Text to ${nameOf(to)}: ${shorten(text)}`, { path });
      }
    },
  };

  /** Returns the name of the person with this email or phone number. If no one has it, returns it unchanged. */
  function nameOf(address: string): string {
    return names.get(address.toLowerCase()) ?? address;
  }
}

export type Feed = ReturnType<typeof openFeed>;

export function shorten(text: string, most = 70): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
