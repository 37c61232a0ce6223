import { alumniCalls } from './alumni.ts';
import { attendanceCalls } from './attendance.ts';
import { calendarCalls } from './calendar.ts';
import { cancellationCalls } from './cancellations.ts';
import { classChangeCalls } from './class-changes.ts';
import { classMessageCalls } from './class-messages.ts';
import { classPageCalls } from './class-page.ts';
import { classCalls } from './classes.ts';
import type { EndpointKeyOf, ResponseOf } from './endpoint.ts';
import { meetingCalls } from './meetings.ts';
import { operationsCalls } from './operations.ts';
import { pastClassCalls } from './past-classes.ts';
import { peopleCalls } from './people.ts';
import { peopleFileCalls } from './people-files.ts';
import { retreatCalls } from './retreats.ts';
import { schedulingCalls } from './scheduling.ts';
import { accountCalls, signInCalls } from './sign-in.ts';
import { signInCodeCalls } from './sign-in-codes.ts';
import { staffCalls } from './staff.ts';
import { textConsentCalls } from './text-consent.ts';

/** Every call of the portal, for those who need them all: documentation, access test. */
export const contract = {
  ...signInCalls,
  ...signInCodeCalls,
  ...accountCalls,
  ...schedulingCalls,
  ...attendanceCalls,
  ...calendarCalls,
  ...retreatCalls,
  ...textConsentCalls,
  ...alumniCalls,
  ...classCalls,
  ...classChangeCalls,
  ...cancellationCalls,
  ...classPageCalls,
  ...classMessageCalls,
  ...pastClassCalls,
  ...meetingCalls,
  ...peopleCalls,
  ...peopleFileCalls,
  ...staffCalls,
  ...operationsCalls,
};

type ByName = typeof contract;

/**
 * The calls by their addresses. To make a call an address is enough, and the compiler knows from it what
 * the call takes and answers: the schemas stay out of a browser that only makes calls.
 */
export type Calls = { [Name in keyof ByName as EndpointKeyOf<ByName[Name]>]: ByName[Name] };
export type EndpointKey = keyof Calls;
export type ResponseTo<A extends EndpointKey> = ResponseOf<Calls[A]>;
