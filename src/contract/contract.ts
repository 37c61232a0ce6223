import { adminClassCalls, meetingCalls } from './admin-classes.ts';
import { adminPeopleCalls } from './admin-people.ts';
import { alumniCalls } from './alumni.ts';
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
