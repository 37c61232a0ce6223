import type { Services } from '../platform/services.ts';

export interface Command<Needs = Services> {
  /** The arguments, for example `EMAIL FIRST LAST`. */
  usage: string;
  about: string[];
  /** Parses the arguments and returns the function to run, so that bad arguments fail before we open the database. */
  read(typed: string[]): (needs: Needs, say: (line: string) => void) => Promise<void>;
}

export class WrongInput extends Error {}

/** Thrown for a valid command that can't be carried out. */
export class Refused extends Error {}

export function showTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
