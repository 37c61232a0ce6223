import { openJsonLines } from './json-lines.ts';

export interface Message {
  id: number;
  channel: 'email' | 'text';
  to: string;
  subject: string;
  text: string;
  links: string[];
  at: string;
}

type Arrived = Pick<Message, 'channel' | 'to' | 'subject' | 'text'>;

/** Every mail and text that would have reached a person. */
export function openOutbox(file: string, now: () => Date) {
  const { lines: messages, append } = openJsonLines<Message>(file);
  return {
    newestFirst: () => messages.toReversed(),
    add(arrived: Arrived): Message {
      const links = arrived.text.match(/https?:\/\/[^\s<>"')]+/g) ?? [];
      const message = { id: messages.length + 1, ...arrived, links, at: now().toISOString() };
      append(message);
      messages.push(message);
      return message;
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
