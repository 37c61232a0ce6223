import { VendorProblem } from '../../platform/vendor-problem.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';

export interface MeetingPlan {
  topic: string;
  startsAt: Date;
  minutes: number;
  /** Text in the meeting that identifies its class. */
  marker: string;
  /** Up to ten letters, digits, `@`, `_`, `*` and `-`. */
  passcode: string;
}

export interface ListedMeeting {
  id: string;
  topic: string;
  marker: string;
  /** Null for a recurring meeting without fixed times. */
  startsAt: Date | null;
}

export interface Meeting extends ListedMeeting {
  joinUrl: string;
  /** Only returned when the meeting is created. */
  registrationUrl: string | null;
  passcode: string;
  takesRegistrations: boolean;
  hasWaitingRoom: boolean;
  requiresSignIn: boolean;
  isRunning: boolean;
}

export interface Guest {
  email: string;
  firstName: string;
  lastName: string;
}

export interface Registrant {
  id: string;
  email: string;
  joinUrl: string;
}

/** One person's stay on one device, without the waiting room. */
export interface Participation {
  /** Null for the host and for people without a registration. */
  registrantId: string | null;
  connectionId: string;
  joinedAt: Date;
  leftAt: Date;
}

/** Events may come late, out of order or not at all. */
interface Movement {
  key: string;
  meetingId: string;
  instanceId: string;
  /** The same for joining and leaving, and for entering and leaving the waiting room. */
  connectionId: string;
  registrantId: string | null;
  name: string;
  at: Date;
}

/** The key is the same if the provider resends the event. */
export type MeetingWebhookEvent =
  /** The provider checks that the portal knows the secret. */
  | { kind: 'challenge'; answer: Record<string, string> }
  | ({ kind: 'joined' | 'left' } & Movement)
  /** Entered or left the waiting room, admitted or not. */
  | ({ kind: 'waiting' | 'waited' } & Movement)
  | ({ kind: 'started' | 'ended' } & Pick<Movement, 'key' | 'meetingId' | 'instanceId' | 'at'>)
  | { kind: 'other' };

export interface MeetingHost {
  /** Required for meetings with registrants. */
  isLicensed: boolean;
  isActive: boolean;
  /** Empty if none is set. */
  timeZone: string;
}

/** Missing scopes, without which calls fail or events don't come. */
interface MissingRights {
  calls: string[];
  events: string[];
}

/**
 * Calls about a meeting take its host, because a problem of that user stops only their meetings. Calls throw a
 * `MeetingsProblem`, also for a response they can't read: null and an empty list come from the provider itself.
 */
export interface Meetings {
  create(host: string, plan: MeetingPlan): Promise<Meeting>;
  /** Null if the meeting does not exist (anymore). */
  find(host: string, meetingId: string): Promise<Meeting | null>;
  /** All upcoming meetings of the host, and possibly past ones or ones that are not ours. */
  list(host: string): Promise<ListedMeeting[]>;
  /** Counts against the host's limits like `create`, and needs a license like `addRegistrant`. */
  change(host: string, meetingId: string, plan: MeetingPlan): Promise<void>;
  /** Idempotent. */
  remove(host: string, meetingId: string): Promise<void>;
  /** Null if the meeting does not exist. Returns an existing registrant as is. */
  addRegistrant(host: string, meetingId: string, guest: Guest): Promise<Registrant | null>;
  /** Null if the meeting does not exist or has no registration. */
  listRegistrants(host: string, meetingId: string): Promise<Registrant[] | null>;
  /** Idempotent. The person can be added again. */
  removeRegistrant(host: string, meetingId: string, registrantId: string): Promise<void>;
  /** Makes anyone the host for a short while, so it must not be stored. */
  findStartUrl(meetingId: string): Promise<string | null>;
  /** Null until the provider has the report. */
  report(meetingOrInstanceId: string): Promise<Participation[] | null>;
  parseWebhook(request: WebhookRequest): MeetingWebhookEvent | RejectedWebhook;
  /** Gets a new token and tries each call where it has no effect. */
  findMissingRights(host: string): Promise<MissingRights>;
  /** Null if the portal lacks the scope, which nothing else needs. */
  findHost(host: string): Promise<MeetingHost | null>;
}

/**
 * - `busy`: rate limited, retry after `retryAfterSeconds`
 * - `down`: no or an incomplete response, or an error of the provider; worth another try
 * - `refused`: a retry would not help
 * - `operator`: the operator has to fix the account, the app or the host first
 */
export class MeetingsProblem extends VendorProblem<'busy' | 'down' | 'refused' | 'operator'> {
  /** What else would fail for the same reason. */
  readonly stops:
    | 'everything'
    | 'such calls'
    | 'such calls of the host'
    | 'writes of the host'
    | 'registrations of the host'
    | null;

  constructor(
    kind: MeetingsProblem['kind'],
    reason: string,
    retryAfterSeconds?: number,
    stops: MeetingsProblem['stops'] = null,
  ) {
    super(kind, reason, retryAfterSeconds);
    this.stops = stops;
  }
}
