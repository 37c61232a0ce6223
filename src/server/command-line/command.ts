import type { Services } from '../platform/services.ts';

export interface Command {
  /** Its arguments, such as `EMAIL FIRST LAST`. */
  usage: string;
  /** Lines for `--help`. */
  about: string[];
  /** Parses the arguments before anything is opened, and returns what to run. */
  read(typed: string[]): (services: Services, say: (line: string) => void) => Promise<void>;
}

/** An unknown command or wrong arguments. */
export class WrongInput extends Error {}

/** A valid command that can't be done. */
export class Refused extends Error {}

export function showTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
