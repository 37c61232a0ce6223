import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attendance, roomEvents } from '../../src/server/database/schema.ts';
import { moveRegistration } from '../../src/server/schedule/index.ts';
import { openPortal, type Portal } from './portal.ts';
import { roomsOf } from './rooms.ts';
import { openStudent } from './students.ts';

interface Options {
  rounds: number;
  readReport(portal: Portal, classId: number): Promise<void>;
}

export function raceForAttendance({ rounds, readReport }: Options): void {
  let portal: Portal;
  let world: ReturnType<typeof roomsOf>;
  const minute = 60 * 1000;
  /** In seconds. The rounds add up to 24 minutes, and everyone is in the room for half of that time. */
  const span = (24 * 60) / rounds;

  beforeAll(async () => {
    portal = await openPortal();
    world = roomsOf(portal);
    await world.forgetDemoClasses();
  });
  afterAll(() => portal[Symbol.asyncDispose]());

  const startsAt = new Date('2026-11-18T00:00:00Z');
  const body = (
    kind: 'joined' | 'left',
    meetingId: string,
    registrantId: string,
    second: number,
  ) => {
    const at = new Date(startsAt.getTime() + second * 1000).toISOString();
    const participant = {
      user_id: String(Math.floor(second / span)),
      user_name: 'Sam',
      registrant_id: registrantId,
      ...(kind === 'joined' ? { join_time: at } : { leave_time: at }),
    };
    return JSON.stringify({
      event: `meeting.participant_${kind}`,
      payload: { object: { id: meetingId, uuid: 'a-holding', participant } },
    });
  };

  test('webhooks in any order, the report and makeups at once have one outcome and no deadlock', {
    timeout: 120_000,
  }, async () => {
    await world.setZoomReporting({ reportTiming: 'never' });
    const students = await Promise.all(Array.from({ length: 4 }, () => openStudent(portal)));
    const ids = students.map(({ id }) => id);
    const { classId, meetingId } = await world.openRoom(startsAt.toISOString(), ids);
    const makeup = await world.addMeeting('2026-11-25T00:00:00Z');
    portal.clock.moveOn(70 * minute);

    // Every webhook goes out twice, and in reverse order.
    const webhooks = await Promise.all(
      students.map(async ({ id }) => {
        const registrant = (await world.seat(id, classId))?.zoomRegistrantId ?? '';
        const events = Array.from({ length: rounds }, (_, round) => [
          body('joined', meetingId, registrant, round * span),
          body('left', meetingId, registrant, round * span + span / 2),
        ]).flat();
        return [...events, ...events].reverse();
      }),
    );
    const makeUps = students.map(async ({ id, rows }) => {
      const [{ id: registrationId } = { id: 0 }] = await rows();
      const move = { registrationId, newClassId: makeup, kind: 'makeup', ip: '::1' } as const;
      await moveRegistration(portal, id, move).catch((error: Error) =>
        expect(error).toMatchObject({ name: 'not-missed' }),
      );
    });
    const sendAll = webhooks.map(async (bodies) => {
      for (const one of bodies) expect((await world.postWebhook(one)).status).toBe(200);
    });
    const readings = Array.from({ length: rounds }, () =>
      readReport(portal, classId).catch((error: Error) =>
        expect(error.message).toContain('may still grow'),
      ),
    );
    await Promise.all([...makeUps, ...sendAll, ...readings]);

    const records = await portal.database
      .select()
      .from(attendance)
      .where(eq(attendance.classId, classId));
    expect(records.map(({ personId }) => personId).toSorted()).toEqual(ids.toSorted());
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['Present']));
    expect(await portal.database.$count(roomEvents, eq(roomEvents.classId, classId))).toBe(
      students.length * rounds * 2,
    );
    // Even students who had picked a makeup by then have their original class again.
    for (const student of students) expect((await student.rows())[0]?.classId).toBe(classId);
  });
}
