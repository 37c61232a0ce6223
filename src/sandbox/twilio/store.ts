import { randomBytes } from 'node:crypto';
import { openJsonLines } from '../json-lines.ts';

export interface Text {
  sid: string;
  direction: 'outbound-api' | 'outbound-reply' | 'inbound';
  from: string;
  to: string;
  body: string;
  status: string;
  errorCode: number | null;
  service: string | null;
  statusCallback: string | null;
  /** How long Twilio can keep the text before sending it. Only texts that the portal sends through the API have this. */
  validitySeconds?: number;
  at: string;
}

type Line = { text: Text } | { optedOut: boolean; phone: string; sender: string };

/** Keeps texts and opt-outs in a file, where a newer line replaces older ones for the same text. */
export function openTextStore(file: string) {
  const texts = new Map<string, Text>();
  const optedOut = new Set<string>();
  const { write } = openJsonLines<Line>(file, apply);

  return {
    newestFirst: () => [...texts.values()].reverse(),
    hasOptedOut: (phone: string, sender: string) => optedOut.has(`${phone} ${sender}`),
    save(text: Omit<Text, 'sid'> & { sid?: string }): Text {
      const saved = { sid: `SM${randomBytes(16).toString('hex')}`, ...text };
      write({ text: saved });
      return saved;
    },
    setOptedOut(phone: string, sender: string, isOut: boolean) {
      write({ optedOut: isOut, phone, sender });
    },
  };

  function apply(line: Line) {
    if ('text' in line) texts.set(line.text.sid, line.text);
    else if (line.optedOut) optedOut.add(`${line.phone} ${line.sender}`);
    else optedOut.delete(`${line.phone} ${line.sender}`);
  }
}
