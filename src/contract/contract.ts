import { accountCalls, passkeyCalls } from './accounts.ts';
import { attendanceCalls } from './attendance.ts';
import { classMessageCalls, groupMessageCalls } from './broadcasts.ts';
import { cancellationCalls } from './cancellations.ts';
import { classPageCalls } from './class-page.ts';
import type { ResponseOf } from './endpoint.ts';
import { historyCalls } from './history.ts';
import { journeyBoardCalls } from './journey.ts';
import { meetingCalls } from './meetings.ts';
import { messageCalls } from './messages.ts';
import { operationsCalls } from './operations.ts';
import { ownDataCalls } from './own-data.ts';
import { peopleCalls } from './people.ts';
import { peopleChangeCalls } from './people-changes.ts';
import { noteCalls, personPageCalls } from './person-page.ts';
import { retreatCalls } from './retreats.ts';
import { scheduleCalls, waitingListCalls } from './schedule.ts';
import { scheduleForStudentsCalls } from './schedule-for-students.ts';
import { staffCalls } from './staff.ts';
import { timetableCalls } from './timetable.ts';

/** The keys are the features of ARCHITECTURE.md that have calls. */
export const callsByFeature = {
  accounts: { ...accountCalls, ...passkeyCalls, ...ownDataCalls },
  people: { ...peopleCalls, ...peopleChangeCalls, ...personPageCalls, ...noteCalls, ...staffCalls },
  timetable: { ...timetableCalls, ...classPageCalls, ...cancellationCalls },
  schedule: { ...scheduleCalls, ...scheduleForStudentsCalls, ...waitingListCalls },
  meetings: meetingCalls,
  attendance: attendanceCalls,
  messages: messageCalls,
  broadcasts: classMessageCalls,
  retreats: retreatCalls,
  journey: { ...journeyBoardCalls, ...groupMessageCalls },
  history: historyCalls,
  operations: operationsCalls,
};

type Feature = (typeof callsByFeature)[keyof typeof callsByFeature];
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type ByName = Intersection<Feature>;

export const contract = Object.assign({}, ...Object.values(callsByFeature)) as ByName;

/** All calls by method and path. This is only a type, so the browser can make calls without loading the schemas. */
export type Calls = { [Name in keyof ByName as ByName[Name]['key']]: ByName[Name] };
export type EndpointKey = keyof Calls;
export type ResponseTo<A extends EndpointKey> = ResponseOf<Calls[A]>;
