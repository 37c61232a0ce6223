import { randomBytes } from 'node:crypto';
import { openJsonLines } from '../json-lines.ts';

export interface Registrant {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  status: 'approved';
  create_time: string;
  tk: string;
}

export interface Stay {
  /** Zoom assigns a new ID each time a device connects. */
  user_id: string;
  /** Stays the same when the person moves from the waiting room to the meeting. */
  participant_uuid: string;
  /** Null for the host, and for guests who use the shared link or call in. */
  registrant_id: string | null;
  name: string;
  email: string;
  phone_number?: string;
  bo_mtg_id?: string;
  join_time: string;
  leave_time: string | null;
  status: 'in_meeting' | 'in_waiting_room';
}

export interface Instance {
  uuid: string;
  start_time: string;
  end_time: string | null;
  stays: Stay[];
}

export interface Meeting {
  id: number;
  uuid: string;
  host_id: string;
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

/** Saves each meeting to disk before returning. A newer line replaces older ones for the same meeting. */
export function openMeetingStore(file: string) {
  const meetings = new Map<number, Meeting>();
  let replacedLines = 0;
  const lines = openJsonLines<Line>(file, apply);
  compact();

  return {
    all: () => [...meetings.values()],
    find: (id: number | string) => meetings.get(Number(id)),
    save(meeting: Meeting): Meeting {
      write({ saved: meeting });
      return meeting;
    },
    remove: (id: number) => write({ removed: id }),
    newId(): number {
      const id = 80_000_000_000 + randomBytes(4).readUInt32BE();
      return meetings.has(id) ? this.newId() : id;
    },
  };

  function write(line: Line) {
    lines.write(line);
    replacedLines += 1;
    if (replacedLines > 1000 + 4 * meetings.size) compact();
  }

  function compact() {
    lines.rewrite([...meetings.values()].map((saved) => ({ saved })));
    replacedLines = 0;
  }

  function apply(line: Line) {
    if ('saved' in line) meetings.set(line.saved.id, line.saved);
    else meetings.delete(line.removed);
  }
}
