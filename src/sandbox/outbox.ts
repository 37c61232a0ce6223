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

export function openOutbox(
  file: string,
  now: () => Date,
  onArrival: (message: Message) => void = () => {},
) {
  const messages: Message[] = [];
  const { write } = openJsonLines<Message>(file, (message) => messages.push(message));
  const waiting = new Set<(message: Message) => void>();
  return {
    newestFirst: () => messages.toReversed(),
    /** Returns the next message that matches, or null if none arrives in time. */
    waitFor(matches: (message: Message) => boolean, milliseconds: number): Promise<Message | null> {
      return new Promise((done) => {
        const finish = (message: Message | null) => {
          clearTimeout(timer);
          waiting.delete(look);
          done(message);
        };
        const look = (message: Message) => {
          if (matches(message)) finish(message);
        };
        const timer = setTimeout(() => finish(null), milliseconds).unref();
        waiting.add(look);
      });
    },
    add(arrived: Arrived): Message {
      const links = arrived.text.match(/https?:\/\/[^\s<>"')]+/g) ?? [];
      const at = now().toISOString();
      const message = { id: messages.length + 1, ...noEmailFields, ...arrived, links, at };
      write(message);
      onArrival(message);
      for (const look of waiting) look(message);
      return message;
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
