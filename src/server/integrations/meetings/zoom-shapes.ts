import { PACIFIC_ZONE } from '../../../course/course.ts';
import { pacificWallText } from '../../../course/pacific-time.ts';
import {
  type ListedMeeting,
  type Meeting,
  type MeetingPlan,
  MeetingsProblem,
  type Registrant,
  type Stay,
} from './port.ts';
import type { ZoomAnswer } from './zoom-http.ts';

const scheduled = 2;
const approvedAtOnce = 0;

/** The time goes as a Pacific clock shows it, with the zone: Zoom's calendar then follows the clock changes. */
export function meetingBody({ topic, startsAt, minutes, mark }: MeetingPlan) {
  return {
    topic,
    type: scheduled,
    start_time: pacificWallText(startsAt),
    timezone: PACIFIC_ZONE,
    duration: minutes,
    agenda: mark,
    settings: {
      approval_type: approvedAtOnce,
      // The portal writes to people itself.
      registrants_confirmation_email: false,
      registrants_email_notification: false,
      // Nobody sits in a class without its teacher, and the teacher need not let each one in.
      join_before_host: false,
      waiting_room: false,
      mute_upon_entry: true,
      use_pmi: false,
      auto_recording: 'none',
    },
  };
}

export function readMeeting(answer: ZoomAnswer): Meeting {
  const { registration_url: registrationUrl } = answer;
  return {
    ...readListed(answer),
    joinUrl: text(answer, 'join_url'),
    registrationUrl: typeof registrationUrl === 'string' ? registrationUrl : null,
  };
}

export function readListed(answer: ZoomAnswer): ListedMeeting {
  return {
    id: text(answer, 'id'),
    topic: String(answer.topic ?? ''),
    startsAt: new Date(text(answer, 'start_time')),
    mark: String(answer.agenda ?? ''),
  };
}

export function readRegistrant(answer: ZoomAnswer): Registrant {
  return {
    id: text(answer, 'id'),
    email: String(answer.email ?? ''),
    joinUrl: text(answer, 'join_url'),
  };
}

export function readStay({ registrant_id: registrantId, duration }: ZoomAnswer): Stay {
  return {
    registrantId: typeof registrantId === 'string' && registrantId ? registrantId : null,
    seconds: Number(duration) || 0,
  };
}

/** Zoom's ids are numbers in some answers and texts in others; to us they are texts. */
function text(answer: ZoomAnswer, field: string): string {
  const value = answer[field];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new MeetingsProblem('down', `Zoom’s answer lacks ${field}`);
}
