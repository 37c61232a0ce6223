import { localInstant, pacificDate } from '../pacific.ts';

const dayMs = 24 * 60 * 60 * 1000;
const weekendsAhead = 3;
export const price = 85;
export const freeCode = 'FIRSTRETREAT';

interface House {
  title: string;
  place: string;
  bring: string;
}

/** The titles are capitalized inconsistently, like those on real sites. */
const houses: readonly House[] = [
  {
    title: 'one day yoga & meditation retreat at the lakeside house',
    place: 'The Lakeside House, 12 Shore Road',
    bring: 'Lunch is included. Please bring a blanket.',
  },
  {
    title: 'A DAY OF QUIET IN THE PINE HALL',
    place: 'The Pine Hall, 3 Forest Lane',
    bring: 'Lunch is included. Please bring warm socks.',
  },
  {
    title: 'yoga, rest and meditation at the old boathouse',
    place: 'The Old Boathouse, 40 Shore Road',
    bring: 'Please bring lunch and a cushion.',
  },
];

export interface Retreat extends House {
  /** The date of the retreat, for example, '2026-11-21'. There's at most one retreat a day. */
  id: string;
  day: string;
  hours: string;
  startsAt: string;
  endsAt: string;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Lists the retreats on the coming weekends. Leaves out today's, because retreats start in the morning. */
export function comingRetreats(now: Date): Retreat[] {
  const today = Date.parse(`${pacificDate(now)}T00:00:00Z`);
  return Array.from({ length: 7 * weekendsAhead }, (_, at) => new Date(today + (at + 1) * dayMs))
    .filter((day) => [0, 6].includes(day.getUTCDay()))
    .map((day) => retreatOn(day.toISOString().slice(0, 10)));
}

export function isAhead(id: string, now: Date): boolean {
  return id > pacificDate(now);
}

export function retreatOn(id: string): Retreat {
  const day = Date.parse(`${id}T00:00:00Z`);
  const house = houses[(day / dayMs) % houses.length] as House;
  return {
    ...house,
    id,
    day: dayFormat.format(day),
    hours: '9:00 AM to 5:00 PM PT',
    startsAt: pacificInstant(`${id}T09:00Z`),
    endsAt: pacificInstant(`${id}T17:00Z`),
  };
}

function pacificInstant(wall: string): string {
  return new Date(localInstant(Date.parse(wall), 'America/Los_Angeles')).toISOString();
}
