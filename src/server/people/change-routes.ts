import { peopleChangeCalls } from '../../contract/people-changes.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { linkViewer } from '../accounts/index.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { editMember } from './commands.ts';
import { listDeactivated, readAlumnus } from './lists/queries.ts';
import { readStudent } from './lists/student-list.ts';
import { changeMember, type MemberChange, memberChanges } from './status/change-member.ts';
import { listCleared } from './status/clear-schedule.ts';
import { listFinished, makeAlumni } from './status/finished-students.ts';
import { describeOwnUndo, nameClass, previewReturn } from './status/return-classes.ts';

type Changed = Awaited<ReturnType<typeof changeMember>>;

export function servePeopleChanges(services: Services, context: RouteContext): void {
  const { database, clock } = services;
  const change =
    <Body>(changeFor: (body: Body) => MemberChange, now: string, already: string) =>
    async ({ params: { id }, body, actor }: { params: { id: number }; body: Body; actor: Actor }) =>
      messageOf(await changeMember(services, actor, id, changeFor(body)), now, already);
  serve(context, peopleChangeCalls, {
    async previewClearing({ params: { id }, query }) {
      const cleared = await listCleared(database, id, query.for, clock.now());
      return {
        classes: cleared.map((one) => ({
          ...nameClass(one),
          status: one.attendance?.status ?? null,
        })),
      };
    },

    async previewReturn({ params: { id }, query }) {
      return { preview: await previewReturn(services, { personId: id, kind: query.for }) };
    },

    async undoReset({ params: { id }, body: { clearingId }, actor }) {
      const undo = memberChanges.undoReset(clearingId);
      const changed = await changeMember(services, actor, id, undo);
      const repeated = { personId: id, clearingId, actorId: actor.id };
      const returned = changed.isChanged
        ? changed.returned
        : await describeOwnUndo(services, repeated);
      if (!returned) throw new DomainError('nothing-to-undo');
      const { startDate } = changed.person;
      const date = startDate ? formatCalendarDate(startDate) : 'empty';
      const back = countClasses(returned.back.length);
      const message = `${back} restored. The start date is ${date}.`;
      return { message, ...returned };
    },

    getFinishedStudents: () => listFinished(database, clock.now()),

    makeAlumni: ({ body, actor }) => makeAlumni(services, actor, body.ids),

    makeAlumnus: change(() => memberChanges.makeAlumnus(), 'is now an alum', 'is already an alum'),

    makeStudent: change(memberChanges.makeStudent, 'is a student again', 'is already a student'),

    deactivatePerson: change(
      () => memberChanges.deactivate,
      'is deactivated',
      'was already deactivated',
    ),

    reactivatePerson: change(memberChanges.reactivate, 'can sign in again', 'can already sign in'),

    getDeactivated: ({ query }) => listDeactivated(database, query),

    async editStudent({ params, body, version, person, actor }) {
      const seen = { id: params.id, version, role: 'student' } as const;
      const result = await editMember(services, actor, seen, body);
      return {
        ...result,
        student: await readStudent(database, linkViewer(services, person), params.id),
      };
    },

    async setTransferStudent({ params, body, version, actor }) {
      const transfer = memberChanges.transfer(body.transferStudent, version);
      await changeMember(services, actor, params.id, transfer);
      return {
        message: body.transferStudent
          ? 'This student is now marked as a transfer student and will skip the retreat step.'
          : 'This student is no longer marked as a transfer student and will see the retreat step.',
      };
    },

    async editAlumnus({ params: { id }, body, version, person, actor }) {
      await editMember(services, actor, { id, version, role: 'alumni' }, body);
      return { alumnus: await readAlumnus(database, linkViewer(services, person), id) };
    },
  });
}

const countClasses = (count: number) =>
  count === 1 ? '1 class was' : `${count === 0 ? 'No' : count} classes were`;

function messageOf(
  { person, isChanged, cleared, returned }: Changed,
  now: string,
  already: string,
) {
  const name = fullName(person);
  if (!isChanged) return { message: `${name} ${already}` };
  const sentences = [
    cleared === 1 && 'We removed 1 upcoming class from their schedule.',
    cleared > 1 && `We removed ${cleared} upcoming classes from their schedule.`,
    returned.back.length > 0 && `${countClasses(returned.back.length)} restored.`,
    returned.left.length === 1 && 'We couldn’t restore 1 class.',
    returned.left.length > 1 && `We couldn’t restore ${returned.left.length} classes.`,
  ].filter(Boolean);
  const first = `${name} ${now}`;
  return { message: sentences.length > 0 ? [`${first}.`, ...sentences].join(' ') : first };
}
