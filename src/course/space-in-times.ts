/** Between the parts of a time. Mails, files and texts have a plain one: another character would make every text longer. */
export let spaceInTimes = ' ';

/** Called once by a program that breaks lines, with a space at which none ends, before it writes a time. */
export function writeTimesWith(space: string): void {
  spaceInTimes = space;
}
