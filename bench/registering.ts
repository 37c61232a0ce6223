import { setTimeout as pause } from 'node:timers/promises';
import { addNewcomers, cookieOf } from './fill.ts';
import type { Load, Request } from './load.ts';
import { divide, measureInTurns, median, type Row, rounds } from './measure.ts';
import { type ChosenClass, openRawRegistrations } from './raw-registrations.ts';
import type { Portal, Setup } from './setup.ts';
import { query } from './statements.ts';

const warmUps = 3;
const against = 'the same rows by a raw INSERT transaction, fsync on';

interface Choice {
  request: Omit<Request, 'cookie'>;
  classes: ChosenClass[];
}

export async function compareRegistering(setup: Setup, load: Load): Promise<Row[]> {
  return compareWriting(setup, load, {
    name: 'newcomer',
    aTurn: 190,
    pauseMs: 25,
    choicesOf: async ({ databaseUrl }) => (await findOpenClasses(databaseUrl)).map(chooseOne),
    row: {
      measure: 'registering a class',
      wanted: '≤ 2',
      note: 'p50 over p50, one at a time. The raw transaction takes six round trips to the database. The portal takes four, plus HTTP, but sends 12 statements: it also reads the session, the student’s classes, the class itself and the response, and looks for waiting jobs, waiting lists and requests for other times. In PostgreSQL’s log, the statements of its transaction take 2.8 ms and those of the raw one 1.7, and finding the session takes 0.3; the commit, the registration, its reminders and its job are the longest. In a trace with one statement more, it took 4.6 ms: 2.7 waiting for PostgreSQL, 1.3 in node between the statements, and 0.6 in HTTP and the load generator. In node’s CPU profile, writing to sockets has 18%, and no other function more than 4%.',
    },
  });
}

export async function comparePlanning(setup: Setup, load: Load): Promise<Row[]> {
  return compareWriting(setup, load, {
    name: 'planner',
    aTurn: 40,
    pauseMs: 150,
    choicesOf: async (context) => [await choosePlan(context)],
    row: {
      measure: 'planning six classes at once',
      wanted: '≤ 2.5',
      note: 'p50 over p50, one at a time. The raw transaction writes the rows of all six with one statement per table. The rest is as for one class.',
    },
  });
}

interface Context {
  databaseUrl: string;
  url: string;
  newcomer: number;
}

interface Writing {
  name: string;
  aTurn: number;
  /** The pause between students, so that the Zoom job for one doesn't slow down the next. */
  pauseMs: number;
  choicesOf(context: Context): Promise<Choice[]>;
  row: Pick<Row, 'measure' | 'wanted' | 'note'>;
}

async function compareWriting(
  setup: Setup,
  load: Load,
  { name, aTurn, pauseMs, choicesOf, row }: Writing,
): Promise<Row[]> {
  const database = await setup.ownDatabase(`${name}s`, 1000);
  // No one can register twice, so every turn needs new people.
  const count = 2 * aTurn * (rounds + warmUps);
  const added = await addNewcomers(database.url, name, count + aTurn + 1);
  const [newcomer = 0, ...newcomers] = added;
  const first = newcomers.splice(0, aTurn);
  const portal = await setup.startPortal(database);
  const { url } = portal.nodes[0] as Portal;
  const choices = await choicesOf({ databaseUrl: database.url, url, newcomer });
  const choiceOf = (id: number) => choices[id % choices.length] as Choice;
  const raw = await openRawRegistrations(database.url);
  // Autovacuum would take a minute to notice the new rows, and until then plans are made for empty tables.
  await load.run({
    ...{ urls: [url], connections: 1, seconds: null, pauseMs },
    requests: first.map((id) => ({ ...choiceOf(id).request, cookie: cookieOf(id) })),
  });
  await query(database.url, 'analyze');
  let taken = 0;
  const next = () => {
    taken += aTurn;
    return newcomers.slice(taken - aTurn, taken).map((id) => ({ id, choice: choiceOf(id) }));
  };
  const turns = await measureInTurns(
    {
      async ours() {
        const requests = next().map(({ id, choice }) => ({
          ...choice.request,
          cookie: cookieOf(id),
        }));
        const plan = { urls: [url], connections: 1, seconds: null, pauseMs, requests };
        return (await load.run(plan)).p50;
      },
      async raw() {
        const times: number[] = [];
        for (const { id, choice } of next()) {
          const begin = performance.now();
          await raw.insert(id, choice.classes);
          times.push(performance.now() - begin);
          await pause(pauseMs);
        }
        return median(times);
      },
    },
    warmUps,
  );
  await raw.close();
  await portal.stop();
  return [{ ...row, against, ratios: divide(turns.ours, turns.raw) }];
}

type OpenClass = Omit<ChosenClass, 'classNumber'>;

async function findOpenClasses(databaseUrl: string): Promise<OpenClass[]> {
  return readClasses(
    databaseUrl,
    `class_type = 'Weekly' and starts_at > now() + interval '3 weeks'`,
  );
}

function chooseOne(open: OpenClass): Choice {
  return {
    request: { method: 'POST', path: `/api/register/class/${open.id}` },
    classes: [{ ...open, classNumber: 5 }],
  };
}

/** Once a new student has picked the first class, the portal proposes the other five. */
export async function choosePlan({ databaseUrl, url, newcomer }: Context): Promise<Choice> {
  const headers = { cookie: cookieOf(newcomer) };
  const [first] = (await findOpenClasses(databaseUrl)).map(chooseOne);
  const made = await fetch(url + first?.request.path, { method: 'POST', headers });
  if (!made.ok) throw new Error(await made.text());
  const proposed = (await (await fetch(`${url}/api/plan`, { headers })).json()) as {
    classes: { classNumber: number; slot: { id: number } | null }[];
  };
  const ids = proposed.classes.flatMap(({ slot }) => slot?.id ?? []);
  if (ids.length !== 5) throw new Error(`There are ${ids.length} classes to plan.`);
  const found = await readClasses(databaseUrl, `id in (${ids})`);
  const classes = [
    ...(first?.classes ?? []),
    ...proposed.classes.flatMap(({ classNumber, slot }) => {
      const open = found.find(({ id }) => id === slot?.id);
      return open ? [{ ...open, classNumber }] : [];
    }),
  ];
  const body = {
    classes: classes.map(({ id: classId, classNumber }) => ({ classNumber, classId })),
  };
  return { request: { method: 'POST', path: '/api/plan', body }, classes };
}

function readClasses(databaseUrl: string, condition: string): Promise<OpenClass[]> {
  return query<OpenClass>(
    databaseUrl,
    `select id, starts_at as "startsAt", pacific_week::text as week from classes where ${condition} order by id`,
  );
}
