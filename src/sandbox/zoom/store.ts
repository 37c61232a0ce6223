import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

export interface Registrant {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  status: 'approved' | 'cancelled';
  create_time: string;
  /** The secret part of this person's own join address. */
  tk: string;
}

export interface Stay {
  registrant_id: string | null;
  name: string;
  email: string;
  join_time: string;
  leave_time: string | null;
}

/** One holding of a meeting, from its start to its end. */
export interface Instance {
  uuid: string;
  start_time: string;
  end_time: string | null;
  stays: Stay[];
}

export interface Meeting {
  id: number;
  uuid: string;
  topic: string;
  type: number;
  start_time: string;
  duration: number;
  timezone: string;
  agenda: string;
  created_at: string;
  password: string;
  settings: Record<string, unknown>;
  registrants: Registrant[];
  instances: Instance[];
}

type Line = { saved: Meeting } | { removed: number };

/** All meetings, each on disk before it is acknowledged. A line replaces what older lines say of its meeting. */
export function openMeetingStore(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const meetings = new Map<number, Meeting>();
  if (existsSync(file)) readLines(file).forEach(apply);
  // What was replaced is left behind at each start.
  const compact = [...meetings.values()].map((saved) => `${JSON.stringify({ saved })}\n`).join('');
  writeFileSync(`${file}.unfinished`, compact);
  renameSync(`${file}.unfinished`, file);

  return {
    all: () => [...meetings.values()],
    find: (id: number | string) => meetings.get(Number(id)),
    save: (meeting: Meeting) => write({ saved: meeting }),
    remove: (id: number) => write({ removed: id }),
    newId(): number {
      const id = 80_000_000_000 + randomBytes(4).readUInt32BE();
      return meetings.has(id) ? this.newId() : id;
    },
  };

  function write(line: Line) {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    apply(line);
  }

  function apply(line: Line) {
    if ('saved' in line) meetings.set(line.saved.id, line.saved);
    else meetings.delete(line.removed);
  }
}

export type MeetingStore = ReturnType<typeof openMeetingStore>;

/** A killed process may leave half a line behind: that was never acknowledged. */
function readLines(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
