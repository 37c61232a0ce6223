import { accountCalls } from './account.ts';
import { alumniCalls } from './alumni.ts';
import { attendanceCalls } from './attendance.ts';
import { broadcastCalls } from './broadcasts.ts';
import { calendarCalls } from './calendar.ts';
import { cancellationCalls } from './cancellations.ts';
import { classChangeCalls } from './class-changes.ts';
import { classPageCalls } from './class-page.ts';
import { classCalls } from './classes.ts';
import type { EndpointKeyOf, ResponseOf } from './endpoint.ts';
import { historyCalls } from './history.ts';
import { journeyBoardCalls } from './journey-board.ts';
import { meetingCalls } from './meetings.ts';
import { messageCalls } from './messages.ts';
import { noteCalls } from './notes.ts';
import { operationsCalls } from './operations.ts';
import { pastClassCalls } from './past-classes.ts';
import { peopleCalls } from './people.ts';
import { peopleChangeCalls } from './people-changes.ts';
import { peopleFileCalls } from './people-files.ts';
import { personPageCalls } from './person-page.ts';
import { phoneNumberCalls } from './phone-numbers.ts';
import { problemCalls } from './problems.ts';
import { retreatCalls } from './retreats.ts';
import { schedulingCalls } from './scheduling.ts';
import { schedulingForStudentsCalls } from './scheduling-for-students.ts';
import { schedulingPlanCalls } from './scheduling-plan.ts';
import { schedulingWishesCalls } from './scheduling-wishes.ts';
import { signInCalls } from './sign-in.ts';
import { signInCodeCalls } from './sign-in-codes.ts';
import { staffCalls } from './staff.ts';
import { textConsentCalls } from './text-consent.ts';

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
