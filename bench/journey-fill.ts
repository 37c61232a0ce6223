import { connect } from '../src/server/database/connect.ts';
import { refreshProgress } from '../src/server/database/progress.ts';
import { fillWith, type People } from './fill.ts';

/**
 * Adds students at every point in the course to a demo database. A tenth haven't picked a class, a tenth have picked
 * only three, and the others have picked all six. First classes are between 40 weeks ago and 4 weeks from now. Each
 * student has ten messages over two years, and four sign-ins. One in twelve past classes was missed.
 */
export async function addJourneys(databaseUrl: string, students: number): Promise<People> {
  const found = await fillWith(databaseUrl, [
    classes,
    people(students),
    registrations,
    resets,
    attendance,
    suspended,
    changed,
    retreats,
    messages,
    signIns,
  ]);
  const database = connect(databaseUrl, { poolSize: 1, onLostConnection: () => {} });
  while ((await refreshProgress(database, { limit: 10_000 })).rowCount);
  await database.execute('vacuum analyze student_progress, changed_students');
  await database.$client.end();
  return found;
}

/** With 100,000 students, a class has about 80, because an ordinary Zoom license allows 100. */
const classesPerWeek = 120;

const classes = `
  insert into classes (starts_at, class_type, instructor_id, may_share_host, created_at, attendance_settled_at)
  select ((date_trunc('week', now() at time zone 'America/Los_Angeles') + make_interval(weeks => w, days => k % 5, hours => 8 + k / 5 % 8))
      at time zone 'America/Los_Angeles'),
    case when k % 2 = 0 then 'Weekly' else 'Monthly' end,
    (select id from people where role = 'teacher' order by id offset k / 40 limit 1), true, now(), now()
  from generate_series(-41, 20) w, generate_series(0, ${classesPerWeek - 1}) k
  on conflict do nothing`;

const people = (count: number) => `
  insert into people (role, email, phone, first_name, last_name, start_date, text_consent, transfer_student,
    retreat_continue_clicked, text_continue_clicked, created_at, last_sign_in_at)
  select 'student', 'journey-' || i || '@bench.test', '+1303' || lpad(i::text, 7, '0'),
    (array['Ada','Ben','Chloé','Dana','Eli','Farah','Gus','Hana'])[1 + i % 8], 'Sample ' || i,
    current_date - i % 300, i % 3 = 0, i % 17 = 0, i % 5 <> 0, i % 7 <> 0, now() - make_interval(days => i % 300),
    case when i % 9 > 0 then now() - make_interval(days => i % 60) end
  from generate_series(1, ${count}) i`;

const registrations = `
  insert into registrations (student_id, class_id, pacific_week, class_number, created_at)
  select p.id, c.id, c.pacific_week, n, p.created_at
  from people p
  cross join generate_series(5, 10) n
  join (select id, pacific_week, class_type, starts_at,
      row_number() over (partition by pacific_week, class_type order by starts_at, id) - 1 as at from classes) c
    on c.pacific_week = (date_trunc('week', now()) - interval '1 day')::date
      + 7 * (p.id % 45 - 40 + (array[0, 1, 2, 4, 8, 12])[n - 4])
    and c.class_type = case when n <= 7 then 'Weekly' else 'Monthly' end and c.at = (p.id * 7 + n) % ${classesPerWeek / 2}
  where p.email like 'journey-%' and p.id % 10 > 0 and not (p.id % 10 = 1 and n > 7)`;

const resets = `
  insert into registrations (student_id, class_id, pacific_week, class_number, created_at, ended_at, end_reason)
  select student_id, class_id, pacific_week, class_number, created_at, created_at, 'reset'
  from registrations where student_id % 8 = 0`;

const attendance = `
  insert into attendance (person_id, class_id, status, source, recorded_at)
  select r.student_id, r.class_id, case (r.student_id + r.class_number) % 50 when 0 then 'Joined' else 'Present' end, 'report', c.starts_at
  from registrations r join classes c on c.id = r.class_id
  where r.ended_at is null and c.starts_at < now() - interval '1 hour' and (r.student_id + r.class_number) % 12 <> 0
  on conflict do nothing`;

const suspended = `
  with canceled as (
    insert into class_cancellations (canceled_at, canceled_by, reason)
    select now(), id, 'Bench' from people where email = 'admin@demo.test' returning id)
  update registrations r set suspended_by = canceled.id
  from canceled, classes c
  where c.id = r.class_id and r.student_id % 100 = 3 and r.class_number = 9 and c.starts_at > now()`;

const changed = 'insert into changed_students select distinct student_id from registrations';

const retreats = `
  insert into retreat_registrations (person_id, site_reference, title, description, registered_at)
  select id, 'journey-' || id, 'one day retreat at the lakeside house', 'Lunch is served.', now()
  from people where email like 'journey-%' and id % 3 = 0`;

const messages = `
  insert into sent_messages (key, person_id, kind, about, channel, recipient, provider_id, status, created_at, settled_at)
  select 'bench ' || p.id || ' ' || n, p.id, 'schedule', '{}', case when n % 3 = 0 then 'text' else 'email' end, p.email,
    case when n % 3 = 0 then 'SM' || p.id || n end,
    case when (p.id + n) % 40 = 0 then 'failed' when n % 3 = 0 then 'delivered' else 'sent' end, at, at
  from people p cross join generate_series(1, 10) n
  cross join lateral (select now() - make_interval(hours => (p.id * 13 + n * 701) % (2 * 365 * 24)) as at) t
  where p.email like 'journey-%'`;

const signIns = `
  insert into audit_log (at, actor_id, action, subject)
  select coalesce(p.last_sign_in_at, p.created_at) - make_interval(days => 40 * (n - 1)), p.id, 'sign-in', 'person:' || p.id
  from people p cross join generate_series(1, 4) n
  where p.email like 'journey-%'`;
