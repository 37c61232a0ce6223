import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** Every mail and text that would have reached a person, kept on disk before it is acknowledged. */
export function openOutbox(file: string, now: () => Date) {
  mkdirSync(dirname(file), { recursive: true });
  const messages: Message[] = existsSync(file) ? readLines(file) : [];
  return {
    newestFirst: () => messages.toReversed(),
    add({ attachments = [], ...arrived }: Arrived): Message {
      const links = arrived.text.match(/https?:\/\/[^\s<>"')]+/g) ?? [];
      const at = now().toISOString();
      const message = { id: messages.length + 1, ...arrived, links, at, attachments };
      appendFileSync(file, `${JSON.stringify(message)}\n`);
      messages.push(message);
      return message;
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;

/** A killed process may leave half a line behind: that message was never acknowledged. */
function readLines(file: string): Message[] {
  const content = readFileSync(file);
  truncateSync(file, content.lastIndexOf('\n') + 1);
  const lines = content.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line) => ({ attachments: [], ...JSON.parse(line) }));
}
