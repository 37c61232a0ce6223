import { inArray } from 'drizzle-orm';
import { cancellationCalls } from '../../contract/cancellations.ts';
import { classPageCalls } from '../../contract/class-page.ts';
import { timetableCalls } from '../../contract/timetable.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { classes } from '../database/schema.ts';
import { withStandby } from '../database/standby.ts';
import { describeDomainError } from '../http/domain-errors.ts';
import { type RouteContext, saying, sendCsv, serve } from '../http/serve.ts';
import { whereUpcoming } from '../meetings/index.ts';
import type { Services } from '../platform/services.ts';
import { exportAttendance } from './attendance-files.ts';
import { listClosedDates, openDates } from './canceling/closed-dates.ts';
import { cancelClasses, closeDates, refuseRange, whereInRange } from './canceling/commands.ts';
import {
  listOpenCancellations,
  previewCancellation,
  readCancellation,
} from './canceling/queries.ts';
import { undoCancellation } from './canceling/undo.ts';
import { type Attempt, changeClasses, previewChange } from './change-classes.ts';
import { readClassPage } from './class-page.ts';
import { addClass, deleteClass, editClass } from './commands.ts';
import { listPastClasses } from './past-classes.ts';
import { listInstructors, readClass, selectClasses } from './queries.ts';
import { addTerm, previewTerm } from './terms.ts';

export function serveClasses(services: Services, context: RouteContext): void {
  const { database, clock, settings } = services;
  const { courseShortName } = settings.site;
  const show = (id: number) => readClass(database, id, courseShortName);
  const calls = { ...timetableCalls, ...classPageCalls, ...cancellationCalls };
  serve(context, calls, {
    getAllClasses: () => selectClasses(database, whereUpcoming(clock.now()), courseShortName),

    addClass: async ({ body, actor }) => show(await addClass(services, actor, body)),

    async editClass({ params, query, body, version, actor }) {
      const isShortNoticeConfirmed = query.shortNotice === 'confirmed';
      const edited = { id: params.id, version, isShortNoticeConfirmed };
      await editClass(services, actor, edited, body);
      return show(params.id);
    },

    deleteClass: ({ params, version, actor }) =>
      deleteClass(services, actor, { id: params.id, version }).then(
        saying('Class deleted successfully'),
      ),

    countRegistrations: async ({ params }) => ({
      count: (await show(params.id)).registrationCount,
    }),

    getInstructors: () => listInstructors(database),

    getClass: ({ params }) => readClassPage(services, params.id),

    getPastClasses: async ({ query }) => listPastClasses(await withStandby(services), query),

    async exportAttendance({ query, actor, reply }) {
      return sendCsv(reply, 'attendance', await exportAttendance(services, actor, query));
    },

    async previewClassChange({ body, actor }) {
      const { attempts, people } = await previewChange(services, actor, body);
      return { classes: attempts.map(describeAttempt), people };
    },

    async changeClasses({ body, actor }) {
      const count = await changeClasses(services, actor, body);
      return { message: `${count} class(es) updated successfully` };
    },

    async addTerm({ query, body, actor }) {
      const adding = query.dryRun ? previewTerm(services, body) : addTerm(services, actor, body);
      return (await adding).map(describeAttempt);
    },

    previewCancellation: ({ body, person }) =>
      previewCancellation(database, inArray(classes.id, body.classIds), person.id, clock.now()),

    async cancelClasses({ body, actor }) {
      const id = await cancelClasses(services, actor, body);
      return readCancellation(database, id);
    },

    getOpenCancellations: () => listOpenCancellations(database, clock.now()),

    undoCancellation: ({ params, actor }) => undoCancellation(services, actor, params.id),

    getClosedDates: () => listClosedDates(database, clock.now()),

    async previewClosedDates({ body, person }) {
      const now = clock.now();
      refuseRange(body, now);
      return previewCancellation(database, whereInRange(body, now), person.id, now);
    },

    closeDates: ({ body, actor }) => closeDates(services, actor, body),

    openDates: ({ params, actor }) => openDates(services, actor, params.id),
  });
}

function describeAttempt<Item extends { startsAt: Date }>({ item, problem }: Attempt<Item>) {
  const sentence = problem && describeDomainError(problem).message;
  const isNamed = problem?.details !== undefined && 'startsAt' in problem.details;
  return {
    ...item,
    startTime: item.startsAt,
    problem: sentence && (isNamed ? sentence : `${formatSpokenSlot(item.startsAt)}: ${sentence}`),
  };
}
