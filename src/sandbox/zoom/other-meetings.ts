import { defaultSettings } from './meeting-fields.ts';
import type { Meeting } from './store.ts';
import { mainHost } from './users.ts';

const hour = 60 * 60 * 1000;

/** What the host of a real account has in the list as well: meetings that no portal made, of every type. */
export function otherMeetings(now: Date): Meeting[] {
  const at = (hours: number) =>
    `${new Date(now.getTime() + hours * hour).toISOString().slice(0, 14)}00:00Z`;
  return [
    other(1, 'Office hours', 3, at(0)),
    other(2, 'Monthly staff meeting', 8, at(50)),
    other(3, 'A call on the spot', 1, at(-2)),
    other(4, 'Interview last week', 2, at(-170)),
  ];
}

function other(serial: number, topic: string, type: number, start: string): Meeting {
  return {
    id: 70_000_000_000 + serial,
    uuid: `b3RoZXJtZWV0aW5n${serial}aaaaa==`,
    host_id: mainHost.id,
    topic,
    type,
    start_time: start,
    duration: 30,
    timezone: 'America/Los_Angeles',
    agenda: '',
    created_at: '2026-01-05T17:00:00Z',
    password: 'other',
    settings: defaultSettings,
    registrants: [],
    instances: [],
  };
}
