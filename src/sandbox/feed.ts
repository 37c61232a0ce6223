import type { Message } from './outbox.ts';

/** Somebody of the demo, as the sandbox is told of them. */
export interface KnownPerson {
  email: string;
  phone: string;
  name: string;
  role: string;
  /** Where they stand in the course, of those whom one can sign in as. */
  about?: string;
}

export interface Note {
  id: number;
  at: string;
  words: string;
  /** How often the same happened in a row. */
  times: number;
  /** The page that shows more of it. */
  path: string | null;
  isRefusal: boolean;
}

const mostKept = 150;

/** What happened at the vendors, in words, for the page of the sandbox. It is gone with the process. */
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
    /** Another one whenever something may look different. */
    version: () => version,
    touch() {
      version += 1;
    },
    nameOf,
    note(words: string, { path = null, isRefusal = false }: Partial<Note> = {}): void {
      version += 1;
      const at = now().toISOString();
      const [last] = notes;
      if (last?.words === words) {
        notes = [{ ...last, at, path, times: last.times + 1 }, ...notes.slice(1)];
        return;
      }
      lastId += 1;
      const note = { id: lastId, at, words, times: 1, path, isRefusal };
      notes = [note, ...notes.slice(0, mostKept - 1)];
    },
    noteArrival(message: Message): void {
      const { channel, id, to } = message;
      const path = channel === 'email' ? `/inbox/${id}` : `/phones/${encodeURIComponent(to)}`;
      this.note(wordsOf(message, nameOf(to)), { path });
    },
  };

  /** The name that goes with an email or a number, or else these themselves. */
  function nameOf(address: string): string {
    return names.get(address.toLowerCase()) ?? address;
  }
}

export type Feed = ReturnType<typeof openFeed>;

/** The portal's messages say by their words what they are: texts have nothing else. */
const knownTexts: [RegExp, (who: string, detail: string) => string][] = [
  [/: (?:your code is|here is your link to) /, (who) => `Login link sent to ${who} by text`],
  [/: your class (\d+) is /, (who, number) => `Reminder sent to ${who}: class ${number}`],
  [
    /: we missed you in class (\d+)/,
    (who, number) => `${who} is told that class ${number} was missed`,
  ],
  [
    /sorry, class (\d+) didn't take place/,
    (who, number) => `Apology sent to ${who}: class ${number}`,
  ],
  [/: it's time for your one-day retreat/, (who) => `Reminder sent to ${who}: the retreat`],
  // To many at once, so they are counted and not named.
  [/: this week's sessions/, () => 'This week’s sessions sent to one of the alumni'],
];

function wordsOf({ channel, subject, text }: Message, who: string): string {
  if (channel === 'email') {
    return subject === 'Your link to the course portal'
      ? `Login link sent to ${who} by mail`
      : `Mail to ${who}: ${subject}`;
  }
  for (const [pattern, words] of knownTexts) {
    const found = pattern.exec(text);
    if (found) return words(who, found[1] ?? '');
  }
  return `Text to ${who}: ${shorten(text)}`;
}

export function shorten(text: string, most = 70): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
