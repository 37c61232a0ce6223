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
  /** A `joined` event and its `left` event have the same value, and so do a `waiting` event and its `waited` event. */
  connectionId: string;
  registrantId: string | null;
  name: string;
  at: Date;
}

/** An event that the provider resends has the same key. */
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

/**
 * Most calls take the host, so that a problem with one host stops only that host's calls. A call that fails throws a
 * `MeetingsProblem`, and so does one whose response we can't parse. Null or an empty list is always what the provider
 * actually returned.
 */
export interface Meetings {
  create(host: string, plan: MeetingPlan): Promise<Meeting>;
  find(host: string, meetingId: string): Promise<Meeting | null>;
  /** Includes all of the host's upcoming meetings. May also include past meetings and meetings that aren't ours. */
  list(host: string): Promise<ListedMeeting[]>;
  /** Counts toward the host's daily limit, as `create` does, and requires a licensed host, as `addRegistrant` does. */
  change(host: string, meetingId: string, plan: MeetingPlan): Promise<void>;
  remove(host: string, meetingId: string): Promise<void>;
  /**
   * Returns null if the meeting doesn't exist or doesn't use registration. If the person is already registered, returns
   * the existing registrant.
   */
  addRegistrant(host: string, meetingId: string, guest: Guest): Promise<Registrant | null>;
  /**
   * Adds up to 30 people at once. Returns those that the provider confirmed. The others need `addRegistrant`, because
   * the provider rejects a whole list for one person, and the app may lack the optional scope.
   */
  addRegistrants(host: string, meetingId: string, guests: Guest[]): Promise<Registrant[]>;
  /** Returns null if the meeting doesn't exist or doesn't use registration. */
  listRegistrants(host: string, meetingId: string): Promise<Registrant[] | null>;
  /** Idempotent. The person can be added again later. */
  removeRegistrant(host: string, meetingId: string, registrantId: string): Promise<void>;
  /** For a short time, anyone who has this URL can start the meeting as its host, so we must not store it. */
  findStartUrl(meetingId: string): Promise<string | null>;
  report(meetingOrInstanceId: string): Promise<Participation[] | null>;
  parseWebhook(request: WebhookRequest): MeetingWebhookEvent | RejectedWebhook;
  /** Gets a new token and tries every call in a way that changes nothing. */
  findMissingRights(host: string): Promise<{ calls: string[]; events: string[] }>;
  /** Returns null if the app lacks the optional scope for reading users. */
  findHost(host: string): Promise<MeetingHost | null>;
  /** Returns null if the app isn't allowed to read the limit or Zoom doesn't report one. */
  findCapacity(host: string): Promise<number | null>;
}

/**
 * - `busy`: rate limited; retry after `retryAfterSeconds`
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
