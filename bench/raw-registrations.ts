import pg from 'pg';
import { LAST_CLASS_NUMBER } from '../src/course/course.ts';
import { classReminderDue, missedMessageDue, retreatReminderDue } from '../src/course/reminders.ts';

export interface ChosenClass {
  id: number;
  startsAt: Date;
  week: string;
  classNumber: number;
}

export async function openRawRegistrations(databaseUrl: string) {
  const client = new pg.Client(databaseUrl);
  await client.connect();

  async function insert(studentId: number, chosen: ChosenClass[]): Promise<void> {
    await client.query('begin');
    const isLast = chosen.some(({ classNumber }) => classNumber === LAST_CLASS_NUMBER);
    const { rows: made } = await client.query<{ id: number }>({
      name: 'registrations',
      text: `with made as (
          insert into registrations (student_id, class_id, pacific_week, class_number, created_at, choice_mail_due_at)
          select $1, unnest($2::int[]), unnest($3::date[]), unnest($4::int[]), now(),
            case when not $5 then now() + interval '1 day' end
          returning id, student_id),
        changed as (insert into changed_students select student_id from made)
        select id from made`,
      values: [
        studentId,
        chosen.map(({ id }) => id),
        chosen.map(({ week }) => week),
        chosen.map(({ classNumber }) => classNumber),
        isLast,
      ],
    });
    const jobs = [
      ...chosen.map(({ id }) => ['sync-registrant', { personId: studentId, classId: id }] as const),
      ...(isLast ? [['mail-schedule', { personId: studentId }] as const] : []),
    ];
    await client.query({
      name: 'jobs',
      text: `insert into pgboss.job (name, data, singleton_key, start_after)
        select unnest($1::text[]), unnest($2::jsonb[]), unnest($3::text[]), now() + interval '1 day'`,
      values: [
        jobs.map(([name]) => name),
        jobs.map(([, data]) => JSON.stringify(data)),
        jobs.map(([, data]) => ('classId' in data ? JSON.stringify(data) : null)),
      ],
    });
    const reminders = made.flatMap(({ id }, at) => remindersOf(id, chosen[at] as ChosenClass));
    await client.query({
      name: 'reminders',
      text: `insert into reminders (key, kind, person_id, registration_id, starts_at, due_at)
        select unnest($2::text[]), unnest($3::text[]), $1, unnest($4::int[]), unnest($5::timestamptz[]), unnest($6::timestamptz[])`,
      values: [
        studentId,
        reminders.map(({ kind, id }) => `${kind} ${id}`),
        reminders.map(({ kind }) => kind),
        reminders.map(({ id }) => id),
        reminders.map(({ startsAt }) => startsAt),
        reminders.map(({ dueAt }) => dueAt),
      ],
    });
    await client.query({
      name: 'attempts',
      text: `insert into attempts (key, window_start, count)
        select 'class times ' || $1::int || ' ' || n, now(), 1 from generate_series(1, 2) n`,
      values: [studentId],
    });
    await client.query('commit');
  }

  return { insert, close: () => client.end() };
}

function remindersOf(id: number, { startsAt, classNumber }: ChosenClass) {
  const due = {
    'class-day': classReminderDue('class-day', startsAt),
    'class-hour': classReminderDue('class-hour', startsAt),
    'missed-class': missedMessageDue(startsAt),
    retreat: classNumber === LAST_CLASS_NUMBER ? retreatReminderDue(startsAt) : null,
  };
  return Object.entries(due).flatMap(([kind, dueAt]) =>
    dueAt ? [{ kind, id, startsAt, dueAt }] : [],
  );
}
