import { and, eq, ne } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import type { Meeting, Meetings } from '../integrations/meetings/port.ts';
import { defineJob, handle, type Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { keepRegistrantInStep, meetingInStep } from './commands.ts';
import { type Class, isAsPlanned, planMeeting } from './meeting-plan.ts';
import { notingProblems } from './problems.ts';
import { findMissingSeats } from './queries.ts';

/** A meeting that bears a class's mark although the class has another. */
export const strayMeeting = defineJob<{ classId: number; meetingId: string }>('remove-stray');

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  meetings: Meetings;
  settings: Settings;
}

const none = { zoomMeetingId: null, zoomJoinUrl: null, zoomRegistrationUrl: null } as const;
const settled = { meetingAskedAt: null, meetingProblem: null } as const;

export function meetingJobs({ database, clock, queue, meetings, settings }: Parts) {
  return [
    handle(meetingInStep, ({ classId }) =>
      alone(classId, async (aClass) => {
        if (aClass.deletedAt) return remove(aClass);
        if (isPast(aClass.startsAt, clock.now())) return;
        await store(aClass, await bringInStep(aClass));
      }),
    ),
    handle(strayMeeting, ({ classId, meetingId }) =>
      alone(classId, async (aClass) => {
        // A class without a meeting may be about to take this one for its own.
        const isStray = aClass.zoomMeetingId !== null && aClass.zoomMeetingId !== meetingId;
        if (isStray) await meetings.remove(meetingId);
      }),
    ),
  ];

  /** Two jobs at one class's meeting at the same time would make two of it. */
  async function alone(classId: number, work: (aClass: Class) => Promise<void>) {
    await queue.inTurn(`the meeting of class ${classId}`, async () => {
      const [aClass] = await database.select().from(classes).where(eq(classes.id, classId));
      const note = (meetingProblem: string) => change(classId, { meetingProblem });
      if (aClass) await notingProblems(note, () => work(aClass));
    });
  }

  async function bringInStep(aClass: Class): Promise<Meeting> {
    const plan = planMeeting(settings, aClass);
    const found = (await findMeeting(aClass)) ?? (await make(aClass));
    const isReady = (meeting: Meeting) =>
      isAsPlanned(meeting, plan) && meeting.registrationUrl !== null;
    if (isReady(found)) return found;
    await meetings.change(found.id, plan);
    const readBack = await meetings.find(found.id);
    if (readBack && isReady(readBack)) return readBack;
    const meetingProblem = 'Zoom keeps another time for this class, or takes no registrations.';
    await change(aClass.id, { meetingProblem });
    throw new Error(`the meeting of class ${aClass.id} is not as it was asked for`);
  }

  async function findMeeting(aClass: Class): Promise<Meeting | null> {
    const known = aClass.zoomMeetingId && (await meetings.find(aClass.zoomMeetingId));
    return known || findLostMeeting(aClass);
  }

  /** Somebody has asked before and the answer was lost: the provider may have made the meeting. */
  async function findLostMeeting(aClass: Class): Promise<Meeting | null> {
    if (!aClass.meetingAskedAt) return null;
    const { mark } = planMeeting(settings, aClass);
    const made = (await meetings.list()).find((meeting) => meeting.mark === mark);
    return made ? meetings.find(made.id) : null;
  }

  async function make(aClass: Class): Promise<Meeting> {
    await change(aClass.id, { meetingAskedAt: clock.now() });
    const { id } = await meetings.create(planMeeting(settings, aClass));
    const readBack = await meetings.find(id);
    if (!readBack) throw new Error(`the meeting made for class ${aClass.id} cannot be read back`);
    return readBack;
  }

  /** From now on the class has its meeting; whoever waits for a new one can get a place there. */
  async function store({ id: classId, zoomMeetingId }: Class, meeting: Meeting) {
    await database.transaction(async (transaction) => {
      await transaction
        .update(classes)
        .set({
          zoomMeetingId: meeting.id,
          zoomJoinUrl: meeting.joinUrl,
          zoomRegistrationUrl: meeting.registrationUrl,
          meetingStartsAt: meeting.startsAt,
          ...settled,
        })
        .where(eq(classes.id, classId));
      const isElsewhere = and(
        eq(meetingRegistrants.classId, classId),
        ne(meetingRegistrants.meetingId, meeting.id),
      );
      await transaction.delete(meetingRegistrants).where(isElsewhere);
      if (meeting.id === zoomMeetingId) return;
      for (const seat of await findMissingSeats(transaction, clock.now(), { classId })) {
        await keepRegistrantInStep(queue, transaction, seat);
      }
    });
  }

  async function remove(aClass: Class) {
    const id = aClass.zoomMeetingId ?? (await findLostMeeting(aClass))?.id;
    if (id) await meetings.remove(id);
    await database.transaction(async (transaction) => {
      await transaction.delete(meetingRegistrants).where(eq(meetingRegistrants.classId, aClass.id));
      const gone = { ...none, ...settled, meetingStartsAt: null };
      await transaction.update(classes).set(gone).where(eq(classes.id, aClass.id));
    });
  }

  function change(classId: number, fields: Partial<typeof classes.$inferInsert>) {
    return database.update(classes).set(fields).where(eq(classes.id, classId));
  }
}
