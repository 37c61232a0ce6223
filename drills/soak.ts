import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { atMost, type Drill, type Finding, figure } from './drill.ts';
import { openSchool, type School } from './school.ts';
import { drillWith } from './watch.ts';

const speed = 100;
const everyMs = 1000;
const samples = 40;
/** Gives the node time to create the demo's first meetings. Earlier classes may never get one. */
const settlingMs = 6 * 60 * 60_000;
/** The most that memory may grow from the second quarter to the last. Garbage collection alone varies this much. */
const mostGrowth = 1.2;

interface Sample {
  megabytes: number;
  connections: number;
  databaseBytes: number;
  registrations: number;
}

export const soak: Drill = {
  about: `One node and the demo's term at ${speed} times the speed, with students who make changes all the time. Memory, connections and the database must not keep growing.`,
  defaultMinutes: 60,
  extraMinutes: 15,
  async run({ minutes, say }) {
    await using school = await openSchool({ isDemo: true });
    const node = await school.addNode();
    const taken: Sample[] = [];
    const findings = await drillWith(school, {
      atOnce: 1,
      // In the portal's time, which runs faster than real time.
      loginSeconds: 90 * speed,
      seatsSince: new Date(Date.now() + settlingMs),
      async faults() {
        const began = Date.now();
        const lengthMs = minutes * 60_000;
        while (Date.now() - began < lengthMs) {
          await pause(everyMs);
          const passed = Date.now() - began;
          const now = new Date(began + passed * speed).toISOString().replace('Z', '');
          await school.sandbox.post('/stage/clock', { to: 'time', now });
          if (passed < (taken.length + 1) * (lengthMs / samples)) continue;
          taken.push(await takeSample(school, node.pid));
          say(JSON.stringify(taken.at(-1)));
        }
      },
    });
    return [...summarize(taken), ...findings];
  },
};

async function takeSample({ database }: School, pid: number | undefined): Promise<Sample> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(status.match(/^VmRSS:\s+(\d+)/m)?.[1]);
  const { rows } = await database.execute<Omit<Sample, 'megabytes'>>(sql`
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select count(*)::int from registrations) as registrations`);
  const [found] = rows;
  if (!found) throw new Error('The database returned no statistics.');
  return { megabytes: kilobytes / 1024, ...found };
}

function summarize(taken: Sample[]): Finding[] {
  const quarter = Math.floor(taken.length / 4);
  const second = taken.slice(quarter, 2 * quarter);
  const last = taken.slice(-quarter);
  const compare = (figure: (sample: Sample) => number) =>
    median(last.map(figure)) / median(second.map(figure));
  return [
    figure('memory of the node in the last quarter, MB', median(last.map((one) => one.megabytes))),
    atMost(
      'memory in the last quarter, compared to the second',
      compare((one) => one.megabytes),
      mostGrowth,
    ),
    figure('connections to the database, last quarter', median(last.map((one) => one.connections))),
    atMost(
      'connections in the last quarter, compared to the second',
      compare((one) => one.connections),
      mostGrowth,
    ),
    figure('database bytes per registration, last quarter', growthOf(last)),
    atMost(
      'database growth in the last quarter, compared to the second',
      growthOf(last) / growthOf(second),
      mostGrowth,
    ),
  ];
}

/** Returns the bytes that each registration adds, including everything that follows from it. */
function growthOf(part: Sample[]): number {
  const [first, last] = [part[0], part.at(-1)];
  if (!first || !last) return Number.NaN;
  return (last.databaseBytes - first.databaseBytes) / (last.registrations - first.registrations);
}

const median = (figures: number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
