import pg from 'pg';
import { classReminderDue } from '../src/course/reminders.ts';
import { cookieOf } from './fill.ts';
import type { Load } from './load.ts';
import { divide, type Row, rounds, takeTurns } from './measure.ts';
import { type World, waitForJobs } from './world.ts';

const connections = 4;
const warmUps = 2;

interface AClass {
  id: number;
  startsAt: Date;
  week: string;
}

/** A registration, its two planned reminders and its job, each row written and on disk. */
export async function compareRegistering(world: World, load: Load): Promise<Row[]> {
  const database = await world.database(1000);
  const { newcomers, openClasses } = database.people;
  const portal = await world.startPortal(database);
  const urls = [portal.nodes[0]?.url ?? ''];
  const pool = new pg.Pool({ connectionString: database.url, max: connections });
  const { rows: classes } = await pool.query<AClass>(
    'select id, starts_at as "startsAt", pacific_week::text as week from classes where id = any($1)',
    [openClasses],
  );
  const classOf = (studentId: number) => classes[studentId % classes.length] as AClass;
  // Nobody can register twice, so every turn takes others.
  const aTurn = Math.floor(newcomers.length / (2 * (warmUps + rounds)));
  let taken = 0;
  const next = () => {
    taken += aTurn;
    return newcomers.slice(taken - aTurn, taken);
  };
  const sides = {
    async ours() {
      const requests = next().map((id) => {
        const path = `/api/register/class/${classOf(id).id}`;
        return { method: 'POST', path, cookie: cookieOf(id) } as const;
      });
      return 1 / (await load.put({ urls, connections, seconds: null, requests })).perSecond;
    },
    async raw() {
      // What the portal still does for the turn before must not weigh on this one.
      await waitForJobs(database.url);
      const ids = next();
      const begin = performance.now();
      await Promise.all(
        Array.from({ length: connections }, async (_, at) => {
          for (let i = at; i < ids.length; i += connections) await insert(ids[i] as number);
        }),
      );
      return (performance.now() - begin) / 1000 / ids.length;
    },
  };
  const turns = await takeTurns(sides, warmUps);
  await pool.end();
  await portal.stop();
  return [
    {
      measure: 'registering a class',
      against: 'the same rows by a raw INSERT transaction, fsync on',
      wanted: '≤ 2',
      ratios: divide(turns.ours, turns.raw),
      note: 'time over time. The portal also reads the session, the person and the classes they hold, asks the rules, and afterwards does the job that it has queued, on the same cores.',
    },
  ];

  async function insert(studentId: number) {
    const { id: classId, startsAt, week } = classOf(studentId);
    const client = await pool.connect();
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
        values ('keep-registrant-in-step', $1, now() + interval '1 day')`,
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
    client.release();
  }
}
