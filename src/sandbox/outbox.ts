import { EventEmitter, on } from 'node:events';
import { openJsonLines } from './json-lines.ts';

interface Attachment {
  name: string;
  type: string;
  content: string;
}

export interface Message {
  id: number;
  channel: 'email' | 'text';
  to: string;
  subject: string;
  text: string;
  links: string[];
  at: string;
  html: string | null;
  headers: Record<string, string>;
  /** A calendar part that isn't an attachment, so email clients treat it as an invitation. */
  invitation: Attachment | null;
  attachments: Attachment[];
}

type EmailFields = 'html' | 'headers' | 'invitation' | 'attachments';
type Arrived = Omit<Message, 'id' | 'links' | 'at' | EmailFields> &
  Partial<Pick<Message, EmailFields>>;

const noEmailFields = { html: null, headers: {}, invitation: null, attachments: [] };

export function openOutbox(file: string, now: () => Date, onArrival: (message: Message) => void) {
  const messages: Message[] = [];
  const { write } = openJsonLines<Message>(file, (message) => messages.push(message));
  const arrivals = new EventEmitter();
  return {
    newestFirst: () => messages.toReversed(),
    /** Returns the next message that matches, or null if none arrives in time. */
    async waitFor(matches: (message: Message) => boolean, milliseconds: number) {
      const signal = AbortSignal.timeout(milliseconds);
      try {
        for await (const [message] of on(arrivals, 'message', { signal })) {
          if (matches(message)) return message as Message;
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return null;
    },
    add(arrived: Arrived): Message {
      const links = arrived.text.match(/https?:\/\/[^\s<>"')]+/g) ?? [];
      const at = now().toISOString();
      const message = { id: messages.length + 1, ...noEmailFields, ...arrived, links, at };
      write(message);
      onArrival(message);
      arrivals.emit('message', message);
      return message;
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
