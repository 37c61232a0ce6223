import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { classReminderDue } from '../src/course/reminders.ts';
import { cookieOf } from './fill.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, median, type Row } from './measure.ts';
import type { Setup } from './setup.ts';

/** As long as it takes the portal to tell the video provider, which a click does not wait for. */
const pauseMs = 25;
const aTurn = 190;

interface OpenClass {
  id: number;
  startsAt: Date;
  week: string;
}

/** A registration, its two planned reminders and its job, each row written and on disk: one at a time, as people click. */
export async function compareRegistering(setup: Setup, load: Load): Promise<Row[]> {
  const database = await setup.database(1000);
  const { newcomers, openClasses } = database.people;
  const portal = await setup.startPortal(database);
  const urls = [portal.nodes[0]?.url ?? ''];
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows: classes } = await client.query<OpenClass>(
    'select id, starts_at as "startsAt", pacific_week::text as week from classes where id = any($1)',
    [openClasses],
  );
  const classOf = (studentId: number) => classes[studentId % classes.length] as OpenClass;
  // Nobody can register twice, so every turn takes others.
  let taken = 0;
  const next = () => {
    taken += aTurn;
    return newcomers.slice(taken - aTurn, taken);
  };
  const turns = await measureInTurns({
    async ours() {
      const requests = next().map((id) => {
        const path = `/api/register/class/${classOf(id).id}`;
        return { method: 'POST', path, cookie: cookieOf(id) } as const;
      });
      return (await load.run({ urls, connections: 1, seconds: null, pauseMs, requests })).p50;
    },
    async raw() {
      const times: number[] = [];
      for (const id of next()) {
        const begin = performance.now();
        await insert(id);
        times.push(performance.now() - begin);
        await pause(pauseMs);
      }
      return median(times);
    },
  });
  await client.end();
  await portal.stop();
  return [
    {
      measure: 'registering a class',
      against: 'the same rows by a raw INSERT transaction, fsync on',
      wanted: '≤ 2',
      ratios: divide(turns.ours, turns.raw),
      note: 'p50 over p50, one at a time. The raw transaction is five trips to the database; the portal makes six, over HTTP, and four more statements within them: session, lock, the classes held, the class itself. The slower the disk, the nearer the two come.',
    },
  ];

  async function insert(studentId: number) {
    const { id: classId, startsAt, week } = classOf(studentId);
    await client.query('begin');
    const { rows: made } = await client.query({
      name: 'registration',
      text: `insert into registrations (student_id, class_id, pacific_week, class_number, created_at)
        values ($1, $2, $3, 5, now()) returning id`,
      values: [studentId, classId, week],
    });
    const id = made[0].id;
    await client.query({
      name: 'job',
      text: `insert into pgboss.job (name, data, start_after)
        values ('sync-registrant', $1, now() + interval '1 day')`,
      values: [JSON.stringify({ personId: studentId, classId })],
    });
    await client.query({
      name: 'reminders',
      text: `insert into reminders (key, kind, person_id, registration_id, starts_at, due_at)
        values ('class-day ' || $1::int, 'class-day', $2, $1::int, $3, $4),
          ('class-hour ' || $1::int, 'class-hour', $2, $1::int, $3, $5)`,
      values: [
        id,
        studentId,
        startsAt,
        classReminderDue('class-day', startsAt),
        classReminderDue('class-hour', startsAt),
      ],
    });
    await client.query('commit');
  }
}
