import type { Services } from '../platform/services.ts';

export interface Command<Needs = Services> {
  usage: string;
  about: string[];
  /** Parses the arguments and returns the function to run, so that bad arguments fail before we open the database. */
  read(typed: string[]): (needs: Needs, say: (line: string) => void) => Promise<void>;
}

export class WrongInput extends Error {}

export class Refused extends Error {}

export function showTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
