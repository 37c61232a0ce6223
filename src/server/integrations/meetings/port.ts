import { VendorProblem } from '../../platform/vendor-problem.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';

export interface MeetingPlan {
  topic: string;
  startsAt: Date;
  minutes: number;
  marker: string;
  /** Has at most ten characters: letters, digits, `@`, `_`, `*` and `-`. */
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

/** One person's time in the meeting on one device. Excludes time in the waiting room. */
export interface Participation {
  /** Null for the host and for people without a registration. */
  registrantId: string | null;
  connectionId: string;
  joinedAt: Date;
  leftAt: Date;
}

/** Events may arrive late, out of order or not at all. */
interface Movement {
  key: string;
  meetingId: string;
  instanceId: string;
  /**
   * The same in the events for joining and leaving, and in those for entering and leaving the
   * waiting room.
   */
  connectionId: string;
  registrantId: string | null;
  name: string;
  at: Date;
}

/** If the provider resends an event, it has the same key. */
export type MeetingWebhookEvent =
  | { kind: 'challenge'; answer: Record<string, string> }
  | ({ kind: 'joined' | 'left' } & Movement)
  | ({ kind: 'waiting' | 'waited' } & Movement)
  | ({ kind: 'started' | 'ended' } & Pick<Movement, 'key' | 'meetingId' | 'instanceId' | 'at'>)
  | { kind: 'other' };

export interface MeetingHost {
  /** Hosts need a license for meetings with registrants. */
  isLicensed: boolean;
  isActive: boolean;
  timeZone: string;
}

interface MissingRights {
  calls: string[];
  events: string[];
}

/**
 * Calls about a meeting take its host, because a problem with one host affects only that host's
 * meetings. Calls that fail throw a `MeetingsProblem`, even if we just can't parse the response, so
 * null or an empty list is always the provider's actual response.
 */
export interface Meetings {
  create(host: string, plan: MeetingPlan): Promise<Meeting>;
  find(host: string, meetingId: string): Promise<Meeting | null>;
  /**
   * Includes all of the host's upcoming meetings. May also include past meetings and meetings that
   * aren't ours.
   */
  list(host: string): Promise<ListedMeeting[]>;
  /** Counts toward the host's limits like `create`, and needs a license like `addRegistrant`. */
  change(host: string, meetingId: string, plan: MeetingPlan): Promise<void>;
  remove(host: string, meetingId: string): Promise<void>;
  /**
   * Returns null if the meeting doesn't exist. If the person is already registered, returns the
   * existing registrant.
   */
  addRegistrant(host: string, meetingId: string, guest: Guest): Promise<Registrant | null>;
  /** Returns null if the meeting doesn't exist or doesn't use registration. */
  listRegistrants(host: string, meetingId: string): Promise<Registrant[] | null>;
  /** Idempotent. The person can be added again later. */
  removeRegistrant(host: string, meetingId: string, registrantId: string): Promise<void>;
  /**
   * Anyone who has this URL can start the meeting as its host for a short time, so we must not
   * store it.
   */
  findStartUrl(meetingId: string): Promise<string | null>;
  report(meetingOrInstanceId: string): Promise<Participation[] | null>;
  parseWebhook(request: WebhookRequest): MeetingWebhookEvent | RejectedWebhook;
  /** Gets a new token and tries every call in a way that changes nothing. */
  findMissingRights(host: string): Promise<MissingRights>;
  /** Returns null if the app lacks the scope for reading users, which is optional. */
  findHost(host: string): Promise<MeetingHost | null>;
  /** Returns null if the app isn't allowed to read the limit or Zoom doesn't report one. */
  findCapacity(host: string): Promise<number | null>;
}

/**
 * - `busy`: rate limited, retry after `retryAfterSeconds`
 * - `down`: a missing or incomplete response, or an error on the provider's side; a retry may help
 * - `refused`: a retry wouldn't help
 * - `operator`: the operator has to fix the account, the app or the host first
 */
export class MeetingsProblem extends VendorProblem<'busy' | 'down' | 'refused' | 'operator'> {
  /** Says which other calls would fail for the same reason. */
  readonly stops:
    | 'everything'
    | 'calls like this'
    | 'calls like this for this host'
    | 'writes for this host'
    | 'registrations for this host'
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
