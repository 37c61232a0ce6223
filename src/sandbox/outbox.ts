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
  /** Of a mail, as it was sent. */
  html: string | null;
  headers: Record<string, string>;
  /** A calendar that mail programs act on, beside the words. */
  invitation: Attachment | null;
  attachments: Attachment[];
}

type OfMails = 'html' | 'headers' | 'invitation' | 'attachments';
type Arrived = Omit<Message, 'id' | 'links' | 'at' | OfMails> & Partial<Pick<Message, OfMails>>;

const withoutMail = { html: null, headers: {}, invitation: null, attachments: [] };

/** Every mail and text that would have reached a person. */
export function openOutbox(file: string, now: () => Date) {
  const { lines: messages, append } = openJsonLines<Message>(file);
  return {
    newestFirst: () => messages.toReversed(),
    add(arrived: Arrived): Message {
      const links = arrived.text.match(/https?:\/\/[^\s<>"')]+/g) ?? [];
      const at = now().toISOString();
      const message = { id: messages.length + 1, ...withoutMail, ...arrived, links, at };
      append(message);
      messages.push(message);
      return message;
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
