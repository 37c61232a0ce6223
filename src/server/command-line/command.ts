import type { Services } from '../platform/services.ts';
import type { Settings } from '../settings.ts';

type Say = (line: string) => void;

interface Described {
  /** The arguments, for example `EMAIL FIRST LAST`. */
  usage: string;
  /** The lines that `--help` shows. */
  about: string[];
}

export interface Command extends Described {
  /** Parses the arguments and returns the function to run, so that bad arguments fail before we open the database. */
  read(typed: string[]): (services: Services, say: Say) => Promise<void>;
}

/** Works on a database that may be empty or not yet migrated, so we don't open it as a node would. */
export interface DatabaseCommand extends Described {
  readForDatabase(typed: string[]): (settings: Settings, say: Say) => Promise<void>;
}

/** Thrown for an unknown command or wrong arguments. */
export class WrongInput extends Error {}

/** Thrown for a valid command that can't be carried out. */
export class Refused extends Error {}

export function showTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
