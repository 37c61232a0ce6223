import { phoneNumberCalls, signInCalls, signInCodeCalls } from './accounts.ts';
import { attendanceCalls } from './attendance.ts';
import { cancellationCalls } from './cancellations.ts';
import { classPageCalls } from './class-page.ts';
import type { EndpointKeyOf, ResponseOf } from './endpoint.ts';
import { historyCalls } from './history.ts';
import { journeyBoardCalls } from './journey.ts';
import { alumniCalls, meetingCalls } from './meetings.ts';
import { broadcastCalls, messageCalls, textConsentCalls } from './messages.ts';
import { operationsCalls, problemCalls } from './operations.ts';
import { accountCalls } from './own-data.ts';
import { peopleCalls, peopleFileCalls } from './people.ts';
import { peopleChangeCalls } from './people-changes.ts';
import { noteCalls, personPageCalls } from './person-page.ts';
import { retreatCalls } from './retreats.ts';
import { calendarCalls, schedulingCalls } from './schedule.ts';
import {
  schedulingForStudentsCalls,
  schedulingPlanCalls,
  schedulingWishesCalls,
} from './schedule-for-students.ts';
import { staffCalls } from './staff.ts';
import { classCalls, classChangeCalls, pastClassCalls } from './timetable.ts';

/** The calls of each feature, under the word that the feature has everywhere. */
export const callsByFeature = {
  'sign-in': { ...signInCalls, ...signInCodeCalls, ...accountCalls },
  scheduling: {
    ...schedulingCalls,
    ...schedulingPlanCalls,
    ...schedulingForStudentsCalls,
    ...schedulingWishesCalls,
  },
  attendance: attendanceCalls,
  calendar: calendarCalls,
  retreats: retreatCalls,
  'text-consent': textConsentCalls,
  'phone-numbers': phoneNumberCalls,
  alumni: alumniCalls,
  classes: { ...classCalls, ...classChangeCalls, ...classPageCalls, ...pastClassCalls },
  cancellations: cancellationCalls,
  broadcasts: broadcastCalls,
  messages: messageCalls,
  meetings: meetingCalls,
  people: {
    ...peopleCalls,
    ...peopleChangeCalls,
    ...personPageCalls,
    ...peopleFileCalls,
    ...staffCalls,
  },
  history: historyCalls,
  notes: noteCalls,
  'journey-board': journeyBoardCalls,
  operations: { ...operationsCalls, ...problemCalls },
};

/** Every call of the portal by its name. */
export const contract = {
  ...callsByFeature['sign-in'],
  ...callsByFeature.scheduling,
  ...callsByFeature.attendance,
  ...callsByFeature.calendar,
  ...callsByFeature.retreats,
  ...callsByFeature['text-consent'],
  ...callsByFeature['phone-numbers'],
  ...callsByFeature.alumni,
  ...callsByFeature.classes,
  ...callsByFeature.cancellations,
  ...callsByFeature.broadcasts,
  ...callsByFeature.messages,
  ...callsByFeature.meetings,
  ...callsByFeature.people,
  ...callsByFeature.history,
  ...callsByFeature.notes,
  ...callsByFeature['journey-board'],
  ...callsByFeature.operations,
};

type ByName = typeof contract;

/**
 * The calls by their addresses. To make a call an address is enough, and the compiler knows from it what
 * the call takes and answers: the schemas stay out of a browser that only makes calls.
 */
export type Calls = { [Name in keyof ByName as EndpointKeyOf<ByName[Name]>]: ByName[Name] };
export type EndpointKey = keyof Calls;
export type ResponseTo<A extends EndpointKey> = ResponseOf<Calls[A]>;
