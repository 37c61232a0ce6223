import { peopleCalls } from '../../contract/people.ts';
import { personPageCalls } from '../../contract/person-page.ts';
import { staffCalls } from '../../contract/staff.ts';
import { fullName } from '../../course/full-name.ts';
import { linkViewer, retryMessages } from '../accounts/index.ts';
import { withStandby } from '../database/standby.ts';
import type { Viewer } from '../database/viewer.ts';
import { type RouteContext, saying, sendCsv, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';
import { servePeopleChanges } from './change-routes.ts';
import { addPerson } from './commands.ts';
import { exportList } from './import-export/export-lists.ts';
import { importPeople } from './import-export/import-people.ts';
import { findPeople, listAlumni } from './lists/queries.ts';
import { readStudent, readStudents } from './lists/student-list.ts';
import { readPersonPage } from './person-page.ts';
import { makeStaff } from './staff/make-staff.ts';
import { addStaff, editStaff, setStaffActive } from './staff/staff-commands.ts';
import { listStaff } from './staff/staff-queries.ts';
import { erasePerson } from './status/erase-person.ts';

export function servePeople(services: Services, context: RouteContext): void {
  servePeopleChanges(services, context);
  serveStaff(services, context);
  const { database } = services;
  const showStudent = (viewer: Viewer, id: number) =>
    readStudent(database, linkViewer(services, viewer), id);
  const calls = { ...peopleCalls, ...personPageCalls };
  serve(context, calls, {
    async getStudents({ person }) {
      const current = await withStandby(services);
      return readStudents(current.database, linkViewer(services, person));
    },

    async getAlumni({ query, person }) {
      const current = await withStandby(services);
      return listAlumni(current.database, query, linkViewer(services, person));
    },

    findPeople: ({ query, person }) => findPeople(database, person.role, query),

    async getPerson({ params, person, actor }) {
      await refuseHiddenPerson(database, person, params.id);
      return readPersonPage(services, actor, params.id);
    },

    async retryMessages({ params, actor }) {
      return { message: await retryMessages(services, actor, params.id) };
    },

    async addPerson({ body, person, actor }) {
      const added = await addPerson(services, actor, body);
      const { id, firstName, lastName } = added;
      const isStudent = body.role === 'student';
      const kind = isStudent ? 'Student' : 'Alumni';
      const message = `${kind} ${fullName(added)} has been created successfully`;
      const student = isStudent ? await showStudent(person, id) : undefined;
      return { status: 'success', user: { id, firstName, lastName }, message, student };
    },

    erasePerson: ({ params, body, actor }) =>
      erasePerson(services, actor, params.id, body.email).then(
        saying('We erased this person’s data.'),
      ),

    importPeople: ({ body, actor }) => importPeople(services, actor, body),

    async exportPeople({ params: { what }, actor, reply }) {
      return sendCsv(reply, what, await exportList(services, actor, what));
    },
  });
}

function serveStaff(services: Services, context: RouteContext): void {
  serve(context, staffCalls, {
    getStaff: () => listStaff(services),

    async addStaff({ body, actor }) {
      await addStaff(services, actor, body);
      return { message: `${fullName(body)} has been added` };
    },

    async makeStaff({ params, body, actor }) {
      const made = await makeStaff(services, actor, params.id, body);
      return { message: `${fullName(made)} is now staff` };
    },

    async editStaff({ params, body, version, actor }) {
      const seen = { id: params.id, version };
      const { movedClasses } = await editStaff(services, actor, seen, body);
      const updated = `${fullName(body)} has been updated`;
      if (movedClasses === 0) return { message: updated };
      const moving =
        movedClasses === 1
          ? '1 upcoming class is moving'
          : `${movedClasses} upcoming classes are moving`;
      return {
        message: `${updated}. ${moving} to the new Zoom host, and we’re emailing the new links.`,
      };
    },

    async deactivateStaff({ params, body, actor }) {
      const change = { isActive: false, ...body };
      const former = await setStaffActive(services, actor, params.id, change);
      const role = former.roleBeforeStaff;
      const state = role ? `${role === 'student' ? 'a student' : 'an alum'} again` : 'deactivated';
      const handedOver = body.handOverTo ? '. Their classes have a new instructor.' : '';
      return { message: `${fullName(former)} is ${state}${handedOver}` };
    },

    async reactivateStaff({ params, actor }) {
      const change = { isActive: true };
      const person = await setStaffActive(services, actor, params.id, change);
      return { message: `${fullName(person)} can sign in again` };
    },
  });
}
