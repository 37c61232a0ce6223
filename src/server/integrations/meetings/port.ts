import { VendorProblem } from '../vendor-problem.ts';

/** What a class wants of its meeting. */
export interface MeetingPlan {
  topic: string;
  startsAt: Date;
  minutes: number;
  /** Words that stand in the meeting and tell which class it belongs to. */
  mark: string;
}

export interface Meeting {
  id: string;
  topic: string;
  startsAt: Date;
  mark: string;
  joinUrl: string;
  registrationUrl: string | null;
}

export type ListedMeeting = Pick<Meeting, 'id' | 'topic' | 'startsAt' | 'mark'>;

interface Guest {
  email: string;
  firstName: string;
  lastName: string;
}

export interface Registrant {
  id: string;
  email: string;
  joinUrl: string;
}

/** One person's time in a meeting between entering and leaving. */
export interface Stay {
  /** Null for the host and for whoever came without a registration. */
  registrantId: string | null;
  seconds: number;
}

export type WebhookHeaders = Record<string, string | string[] | undefined>;

/** What the provider tells of its own accord. The key is the same when it tells the same thing again. */
export type MeetingNews =
  | { kind: 'untrusted'; reason: string }
  | { kind: 'challenge'; answer: Record<string, string> }
  | { kind: 'joined'; key: string; meetingId: string; registrantId: string; at: Date }
  | { kind: 'ended'; key: string; meetingId: string; instanceId: string }
  | { kind: 'other' };

/** The provider of video meetings. Every call throws a `MeetingsProblem` when it cannot be done. */
export interface Meetings {
  create(plan: MeetingPlan): Promise<Meeting>;
  /** Null when the provider has no such meeting, or no longer. */
  find(meetingId: string): Promise<Meeting | null>;
  /** All of the host's meetings that are not over. */
  list(): Promise<ListedMeeting[]>;
  change(meetingId: string, plan: MeetingPlan): Promise<void>;
  /** One that is gone already counts as removed. */
  remove(meetingId: string): Promise<void>;
  /** Null when there is no such meeting. Somebody who is registered already is answered as they are. */
  addRegistrant(meetingId: string, guest: Guest): Promise<Registrant | null>;
  listRegistrants(meetingId: string): Promise<Registrant[]>;
  cancelRegistrant(meetingId: string, who: { id: string; email: string }): Promise<void>;
  /** Lets whoever holds it in as the host, for a short while: never to be kept. */
  findStartUrl(meetingId: string): Promise<string | null>;
  /** Who was there, once the provider has worked it out. Null until then. */
  report(meetingOrInstanceId: string): Promise<Stay[] | null>;
  readNews(headers: WebhookHeaders, body: Buffer, now: Date): MeetingNews;
}

/**
 * - `busy`: asked too often; worth another try after `retryAfterSeconds`
 * - `down`: no answer, or a fault of the provider's; worth another try
 * - `refused`: the same question will get the same answer
 */
export class MeetingsProblem extends VendorProblem<'busy' | 'down' | 'refused'> {}
