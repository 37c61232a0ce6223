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
  attachments: Attachment[];
}

type Arrived = Pick<Message, 'channel' | 'to' | 'subject' | 'text'> &
  Partial<Pick<Message, 'attachments'>>;

/** Every mail and text that would have reached a person. */
export function openOutbox(file: string, now: () => Date) {
  const { lines: messages, append } = openJsonLines<Message>(file);
  return {
    newestFirst: () => messages.toReversed(),
    add({ attachments = [], ...arrived }: Arrived): Message {
      const links = arrived.text.match(/https?:\/\/[^\s<>"')]+/g) ?? [];
      const at = now().toISOString();
      const message = { id: messages.length + 1, ...arrived, links, at, attachments };
      append(message);
      messages.push(message);
      return message;
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
