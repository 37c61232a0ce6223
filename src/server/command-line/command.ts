import type { Services } from '../platform/services.ts';

export type CommandServices = Pick<Services, 'settings' | 'database' | 'clock' | 'queue'>;

/** One command of `npm run portal`. */
export interface Command {
  /** What follows its name, such as `EMAIL FIRST LAST`. */
  usage: string;
  /** Lines for `--help`. */
  about: string[];
  /** Reads what was typed, before settings and database are looked at. What the result does may write. */
  read(typed: string[]): (services: CommandServices, say: (line: string) => void) => Promise<void>;
}

/** What was typed is not a command, or not what it takes. */
export class WrongInput extends Error {}

/** The command could be read, and cannot be done. */
export class Refused extends Error {}

export function showTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
