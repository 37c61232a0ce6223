import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { peopleCalls, peopleFileCalls } from '../../contract/people.ts';
import { personPageCalls } from '../../contract/person-page.ts';
import { staffCalls } from '../../contract/staff.ts';
import { linkViewer } from '../accounts/index.ts';
import type { Person } from '../database/schema.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';
import { servePeopleChanges } from './change-routes.ts';
import { addPerson, editStudent } from './commands.ts';
import { exportList } from './files/export-lists.ts';
import { importPeople } from './files/import-people.ts';
import { listAlumni } from './lists/queries.ts';
import { readStudent, readStudents } from './lists/student-list.ts';
import { readPersonPage } from './person-page.ts';
import { retryMessages } from './retry-messages.ts';
import { makeStaff } from './staff/make-staff.ts';
import { addStaff, editStaff, endStaffAccess, restoreStaffAccess } from './staff/staff-commands.ts';
import { listStaff, type StaffPerson } from './staff/staff-queries.ts';
import { erasePerson } from './status/erase-person.ts';
import { setTransferStudent } from './status/transfer.ts';

export function servePeople(app: FastifyInstance, services: Services, context: RouteContext): void {
  servePeopleChanges(app, services, context);
  const { database } = services;
  const showStudent = (viewer: Person, id: number) =>
    readStudent(database, linkViewer(services, viewer), id);
  serve(
    app,
    peopleCalls,
    {
      getStudents: async ({ person }) => readStudents(database, linkViewer(services, person)),

      getAlumni: ({ query, person }) => listAlumni(database, query, linkViewer(services, person)),

      async retryMessages({ params, person, request }) {
        return { message: await retryMessages(services, actorOf(person, request), params.id) };
      },

      async addPerson({ body, person, request }) {
        const { id, firstName, lastName } = await addPerson(
          services,
          actorOf(person, request),
          body,
        );
        const kind = body.role === 'student' ? 'Student' : 'Alumni';
        const message = `${kind} ${firstName} ${lastName} has been created successfully`;
        const student = body.role === 'student' ? await showStudent(person, id) : undefined;
        return { status: 'success', user: { id, firstName, lastName }, message, student };
      },

      async erasePerson({ params, body, person, request }) {
        await erasePerson(services, actorOf(person, request), params.id, body.email);
        return { message: 'The person has been erased.' };
      },

      async editStudent({ params, body, version, person, request }) {
        const seen = { id: params.id, version };
        const result = await editStudent(services, actorOf(person, request), seen, body);
        return { ...result, student: await showStudent(person, params.id) };
      },

      async setTransferStudent({ params, body, version, person, request }) {
        const seen = { id: params.id, version };
        const { transferStudent } = body;
        await setTransferStudent(services, actorOf(person, request), seen, transferStudent);
        return {
          message: transferStudent
            ? 'They are a transfer student now, without the retreat step.'
            : 'They are no transfer student any more, and have the retreat step.',
        };
      },
    },
    context,
  );
  serve(
    app,
    personPageCalls,
    {
      async getPerson({ params, person, request }) {
        await refuseHiddenPerson(services.database, person, params.id);
        return readPersonPage(services, actorOf(person, request), params.id);
      },
    },
    context,
  );
  serve(
    app,
    peopleFileCalls,
    {
      importPeople: ({ body, person, request }) =>
        importPeople(services, actorOf(person, request), body),

      async exportPeople({ params: { what }, person, request, reply }) {
        const pages = await exportList(services, actorOf(person, request), what);
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${what}.csv"`)
          .send(Readable.from(pages, { objectMode: false }));
      },
    },
    context,
  );
  serve(
    app,
    staffCalls,
    {
      getStaff: () => listStaff(services),

      async addStaff({ body, person, request }) {
        await addStaff(services, actorOf(person, request), body);
        return { message: `${body.firstName} ${body.lastName} has been added` };
      },

      async makeStaff({ params, body, person, request }) {
        const made = await makeStaff(services, actorOf(person, request), params.id, body);
        return { message: `${made.firstName} ${made.lastName} is staff now` };
      },

      async editStaff({ params, body, version, person, request }) {
        const actor = actorOf(person, request);
        const edited = await editStaff(services, actor, { id: params.id, version }, body);
        return { message: describeEdit(body, edited) };
      },

      async endStaffAccess({ params, person, request }) {
        const ended = await endStaffAccess(services, actorOf(person, request), params.id);
        return { message: describeEnd(ended) };
      },

      async restoreStaffAccess({ params, person, request }) {
        const back = await restoreStaffAccess(services, actorOf(person, request), params.id);
        return { message: `${back.firstName} ${back.lastName} can sign in again` };
      },
    },
    context,
  );
}

function describeEdit(
  { firstName, lastName }: Pick<StaffPerson, 'firstName' | 'lastName'>,
  { movedClasses }: { movedClasses: number },
): string {
  const updated = `${firstName} ${lastName} has been updated`;
  if (movedClasses === 0) return updated;
  const classes =
    movedClasses === 1 ? '1 upcoming class moves' : `${movedClasses} upcoming classes move`;
  return `${updated}. ${classes} to the new Zoom host, and whoever has a link is told of the new one.`;
}

function describeEnd({ firstName, lastName, roleBeforeStaff }: StaffPerson): string {
  const name = `${firstName} ${lastName}`;
  if (!roleBeforeStaff) return `The access of ${name} has ended`;
  return `${name} is ${roleBeforeStaff === 'student' ? 'a student' : 'one of the alumni'} again`;
}
