import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';
import { VendorProblem } from '../vendor-problem.ts';

/** What a class wants of its meeting. */
export interface MeetingPlan {
  topic: string;
  startsAt: Date;
  minutes: number;
  /** Words that stand in the meeting and tell which class it belongs to. */
  marker: string;
  /** What people type who join by the meeting's id: up to ten letters, digits, `@`, `_`, `*` and `-`. */
  passcode: string;
}

export interface ListedMeeting {
  id: string;
  topic: string;
  marker: string;
  /** Null for a meeting that recurs at no fixed time. */
  startsAt: Date | null;
}

export interface Meeting extends ListedMeeting {
  joinUrl: string;
  /** Where people register by hand. The provider tells it when it makes the meeting, and never again. */
  registrationUrl: string | null;
  /** Empty where the meeting asks for none. */
  passcode: string;
  takesRegistrations: boolean;
  /** Everybody has to be let in by hand. */
  hasWaitingRoom: boolean;
  /** Only people with an account at the provider can join. */
  requiresSignIn: boolean;
  /** The host has started it and not ended it yet. */
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

/** One person's time in a meeting between entering and leaving, on one device. Waiting to be let in is none. */
export interface Participation {
  /** Null for the host and for whoever came without a registration. */
  registrantId: string | null;
  connectionId: string;
  joinedAt: Date;
  leftAt: Date;
}

/** Somebody who entered or left. Events come late, in any order, or not at all. */
interface Movement {
  key: string;
  meetingId: string;
  instanceId: string;
  /** The same for somebody's joining and leaving, and for somebody's coming to the waiting room and leaving it. */
  connectionId: string;
  registrantId: string | null;
  /** As they called themselves. */
  name: string;
  at: Date;
}

/** What the provider reports by itself. The key is the same when it sends the same event again. */
export type MeetingWebhookEvent =
  /** It wants proof that the portal knows the secret. */
  | { kind: 'challenge'; answer: Record<string, string> }
  | ({ kind: 'joined' | 'left' } & Movement)
  /** Somebody came to the waiting room, or left it, let in or not. */
  | ({ kind: 'waiting' | 'waited' } & Movement)
  | ({ kind: 'started' | 'ended' } & Pick<Movement, 'key' | 'meetingId' | 'instanceId' | 'at'>)
  | { kind: 'other' };

/** A user who hosts classes, as the provider has it. */
export interface MeetingHost {
  /** May hold meetings with registrants. */
  isLicensed: boolean;
  isActive: boolean;
  /** Of the user's profile; empty if none is set. */
  timeZone: string;
}

/** What the portal may not do, in the provider's words: scopes without which calls fail, or events do not come. */
interface MissingRights {
  calls: string[];
  events: string[];
}

/**
 * The provider of video meetings. A host is one of its users, by id or email: calls about a meeting take the user who
 * hosts it, because they fail when that user does, and then for no other host's meetings. Every call throws a `MeetingsProblem` when it cannot be done, and also when its
 * answer cannot be read: null and an empty list are what the provider itself has said.
 */
export interface Meetings {
  create(host: string, plan: MeetingPlan): Promise<Meeting>;
  /** Null when the provider has no such meeting, or no longer. */
  find(host: string, meetingId: string): Promise<Meeting | null>;
  /** All of the host's meetings that are not over, and others: of the past, or none of ours. */
  list(host: string): Promise<ListedMeeting[]>;
  /** Like `create` it counts against the host's limits, and like `addRegistrant` it may fail for the host's licence. */
  change(host: string, meetingId: string, plan: MeetingPlan): Promise<void>;
  /** One that is gone or over already counts as removed. */
  remove(host: string, meetingId: string): Promise<void>;
  /** Null when there is no such meeting. Somebody who is registered already is answered as they are. */
  addRegistrant(host: string, meetingId: string, guest: Guest): Promise<Registrant | null>;
  /** Null when there is no such meeting, or it takes no registrations. */
  listRegistrants(host: string, meetingId: string): Promise<Registrant[] | null>;
  /** One who is gone already counts as removed. The same person can be added again. */
  removeRegistrant(host: string, meetingId: string, registrantId: string): Promise<void>;
  /** Lets whoever holds it in as the host, for a short while: never to be kept. */
  findStartUrl(meetingId: string): Promise<string | null>;
  /** Who was there, once the provider has worked it out. Null until then. */
  report(meetingOrInstanceId: string): Promise<Participation[] | null>;
  parseWebhook(request: WebhookRequest): MeetingWebhookEvent | RejectedWebhook;
  /** Signs in anew and tries each call where it can do nothing. */
  findMissingRights(host: string): Promise<MissingRights>;
  /** Null when the portal may not look at users, which nothing else needs. */
  findHost(host: string): Promise<MeetingHost | null>;
}

/**
 * - `busy`: asked too often; worth another try after `retryAfterSeconds`
 * - `down`: no answer, half of one, or a fault of the provider's; worth another try
 * - `refused`: the same question will get the same answer
 * - `operator`: nobody can do this until the account, the app or the host at the provider is set otherwise
 */
export class MeetingsProblem extends VendorProblem<'busy' | 'down' | 'refused' | 'operator'> {
  /**
   * What else would be answered the same: everything, every such call, each that concerns the same host, whatever
   * makes or changes meetings of this host, or whatever needs a meeting of this host that takes registrations.
   */
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
