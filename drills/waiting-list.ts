import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../src/course/calendar-date.ts';
import { pacificDate } from '../src/course/pacific-time.ts';
import { outboxOf } from '../tests/support/client.ts';
import { addClassOn, openStudent, type Student } from '../tests/support/students.ts';
import { atMost, type Drill, figure, mustBe } from './drill.ts';
import { openSchool, type School } from './school.ts';

const pollMs = 100;
const places = 3;
const newPerKill = 3;
const settleSeconds = 120;

/** The lock stops every node at one step of an offer. `query` is what the nodes are then waiting for. */
const steps = [
  { step: 'looking for places', lock: 'own_moves in access exclusive', query: '%own_moves%' },
  { step: 'making the offer', lock: 'waiting_list in share', query: 'update "waiting_list"%' },
  { step: 'writing the history', lock: 'audit_log in share', query: 'insert into "audit_log"%' },
  { step: 'queuing the email', lock: 'pgboss.job in share', query: '%insert into pgboss.job%' },
  { step: 'sending the email', lock: 'sent_messages in share', query: '%into "sent_messages"%' },
];

export const waitingList: Drill = {
  about:
    'Two nodes and a full class with a waiting list. Again and again, a place opens, and both nodes are killed at one step of the offer and replaced. Half of the people decline.',
  defaultMinutes: 2,
  extraMinutes: 6,
  async run({ minutes, say }) {
    await using school = await openSchool();
    await school.sandbox.post('/zoom/faults', school.quietZoom);
    const start = () => Promise.all([school.addNode(), school.addNode()]);
    let nodes = await start();
    let kills = 0;
    const line = await openLine(school);
    const until = Date.now() + minutes * 60_000;
    while (Date.now() < until) {
      for (const { step, lock, query } of steps) {
        for (let n = 0; n < newPerKill; n += 1) await line.join();
        const opened = await school.database.transaction(async (transaction) => {
          await transaction.execute(sql.raw(`lock table ${lock} mode`));
          const opening = line.openPlace();
          await isReached(school, query);
          for (const node of nodes) await node.kill();
          return { opening };
        });
        await opened.opening;
        kills += nodes.length;
        say(`both nodes killed while ${step}`);
        nodes = await start();
      }
    }
    return [figure('nodes killed', kills), ...(await line.compare())];
  },
};

async function isReached({ database }: School, query: string) {
  const stopped = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike ${query}`;
  while ((await database.execute(stopped)).rows.length === 0) await pause(pollMs);
}

type Waiting = Student & { answer?: 'take' | 'leave' };

/** Fills a class, puts people in line for it, answers their offers, and checks that it never gets too full. */
async function openLine(school: School) {
  const { database, clock } = school;
  const classId = await addClassOn(school, addDays(pacificDate(clock.now()), 21));
  await database.execute(sql`update classes set places = ${places} where id = ${classId}`);
  for (let n = 0; n < places; n += 1) await (await openStudent(school)).choose(classId);
  const people: Waiting[] = [];
  let mostBeyond = 0;
  let isOver = false;

  const isRegistered = sql`student_id = person_id and registrations.class_id = ${classId} and ended_at is null`;
  const count = async (which: SQL): Promise<number> => {
    const { rows } = await database.execute<{ found: number }>(
      sql`select count(*)::int as found from waiting_list join people on people.id = person_id
        left join registrations on ${isRegistered} where waiting_list.class_id = ${classId} and ${which}`,
    );
    return rows[0]?.found ?? Number.NaN;
  };
  async function countBeyond(): Promise<number> {
    const { rows } = await database.execute<{ beyond: number }>(
      sql`select (select count(*) from registrations where class_id = classes.id and ended_at is null)::int
        + (select count(*) from waiting_list where class_id = classes.id and status = 'offered')::int
        - places as beyond from classes where id = ${classId}`,
    );
    return rows[0]?.beyond ?? Number.NaN;
  }
  const readMails = async () =>
    (await outboxOf(school)).filter(({ subject }) => subject === 'A place opened for Class 5');
  async function answerOffers() {
    const mailed = new Set((await readMails()).map(({ to }) => to));
    for (const [n, person] of people.entries()) {
      if (person.answer || !mailed.has(person.email ?? '')) continue;
      const { body } = await insist(() => person.get('/api/waiting-lists'));
      const action = n % 2 === 0 ? 'take' : 'leave';
      await insist(() => person.post(`/api/waiting-lists/${body[0]?.id}`, { action }));
      person.answer = action;
    }
  }
  const repeat = async (act: () => Promise<void>) => {
    for (; !isOver; await pause(pollMs)) await act();
  };
  const running = [
    repeat(answerOffers),
    repeat(async () => {
      mostBeyond = Math.max(mostBeyond, await countBeyond());
    }),
  ];

  async function settle(): Promise<number> {
    const began = Date.now();
    const passed = () => (Date.now() - began) / 1000;
    const isSettled = async () =>
      (await countBeyond()) === 0 && (await count(sql`status = 'offered'`)) === 0;
    while (!(await isSettled()) && passed() < settleSeconds) await pause(pollMs);
    isOver = true;
    await Promise.all(running);
    return passed();
  }

  return {
    async join() {
      const student = await openStudent(school);
      await insist(() => student.post('/api/waiting-lists', { classId, classNumber: 5 }));
      people.push(student);
    },
    /** Retries, because a node that is already stopped locks the class until it is killed. */
    async openPlace() {
      const more = sql`update classes set places = places + 1 where id = ${classId}`;
      while (!(await database.execute(more).catch(() => null))) await pause(pollMs);
    },
    async compare() {
      const seconds = await settle();
      const mails = await readMails();
      const offers = await count(sql`offered_at is not null`);
      const twice = sql`(select count(*) from audit_log where audit_log.person_id = people.id and action = 'waiting list: offered') > 1`;
      const statuses = { take: 'taken', leave: 'left', none: 'waiting' };
      let wrong = 0;
      for (const { id, answer = 'none' } of people) {
        const isRight = sql`people.id = ${id} and status = ${statuses[answer]}
          and (registrations.id is not null) = ${answer === 'take'}`;
        if ((await count(isRight)) !== 1) wrong += 1;
      }
      return [
        figure('people in line', people.length),
        figure('offers', offers),
        atMost('time until every place was taken', seconds, settleSeconds, ' s'),
        mustBe('most people beyond the places, held ones included', mostBeyond, 0),
        mustBe('places left empty while people wait', -(await countBeyond()), 0),
        mustBe('people who got two offers', await count(twice), 0),
        mustBe('emails about offers', mails.length, offers),
        mustBe('people who aren’t where their last answer put them', wrong, 0),
      ];
    },
  };
}

async function insist(ask: () => ReturnType<Student['get']>) {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await pause(pollMs);
  }
}
