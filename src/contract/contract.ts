import { adminClassCalls, meetingCalls } from './admin-classes.ts';
import { adminPeopleCalls } from './admin-people.ts';
import { alumniCalls } from './alumni.ts';
import type { AddressOf, AnswerOf } from './endpoint.ts';
import { retreatCalls } from './retreat.ts';
import { calendarCalls, schedulingCalls } from './scheduling.ts';
import { signInCalls } from './sign-in.ts';
import { textConsentCalls } from './text-consent.ts';

/** Every call of the portal, for those who need them all: documentation, access test. */
export const contract = {
  ...signInCalls,
  ...schedulingCalls,
  ...calendarCalls,
  ...retreatCalls,
  ...textConsentCalls,
  ...alumniCalls,
  ...adminClassCalls,
  ...meetingCalls,
  ...adminPeopleCalls,
};

type ByName = typeof contract;

/**
 * The calls by their addresses. To make a call an address is enough, and the compiler knows from it what
 * the call takes and answers: the schemas stay out of a browser that only makes calls.
 */
export type Calls = { [Name in keyof ByName as AddressOf<ByName[Name]>]: ByName[Name] };
export type Address = keyof Calls;
export type AnswerTo<A extends Address> = AnswerOf<Calls[A]>;
