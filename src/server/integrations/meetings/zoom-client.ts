import type { Clock } from '../../clock.ts';
import { type Meetings, MeetingsProblem } from './port.ts';
import { readZoomNews } from './webhook-signature.ts';
import { openZoomHttp, type ZoomAnswer } from './zoom-http.ts';
import { meetingBody, readListed, readMeeting, readRegistrant, readStay } from './zoom-shapes.ts';
import { openZoomToken, type ZoomAccount } from './zoom-token.ts';

interface Options extends ZoomAccount {
  baseUrl: string;
  webhookSecret: string;
  /** A user id or email, or `me`. */
  hostUser: string;
}

const largestPage = '300';
/** Somebody stands in front of a button. */
const shortPatience = 4_000;

export function openZoom(options: Options, clock: Clock): Meetings {
  const token = openZoomToken(options, clock);
  const ask = openZoomHttp({ baseUrl: options.baseUrl, token, clock });
  const host = `/users/${encodeURIComponent(options.hostUser)}`;
  const meeting = (id: string) => `/meetings/${encodeURIComponent(id)}`;

  return {
    async create(plan) {
      const answer = await ask('POST', `${host}/meetings`, { body: meetingBody(plan) });
      if (!answer) throw new MeetingsProblem('down', `Zoom has no user ${options.hostUser}`);
      return readMeeting(answer);
    },

    async find(id) {
      const answer = await ask('GET', meeting(id));
      return answer && readMeeting(answer);
    },

    async list() {
      const listed = await readPages(`${host}/meetings`, 'meetings', { type: 'scheduled' });
      return (listed ?? []).map(readListed);
    },

    async change(id, plan) {
      await ask('PATCH', meeting(id), { body: meetingBody(plan) });
    },

    async remove(id) {
      await ask('DELETE', meeting(id));
    },

    async addRegistrant(meetingId, { email, firstName, lastName }) {
      const body = { email, first_name: firstName, last_name: lastName };
      const answer = await ask('POST', `${meeting(meetingId)}/registrants`, { body });
      return answer && { ...readRegistrant({ ...answer, id: answer.registrant_id }), email };
    },

    async listRegistrants(meetingId) {
      const path = `${meeting(meetingId)}/registrants`;
      const listed = await readPages(path, 'registrants', { status: 'approved' });
      return (listed ?? []).map(readRegistrant);
    },

    async cancelRegistrant(meetingId, { id, email }) {
      const body = { action: 'cancel', registrants: [{ id, email }] };
      await ask('PUT', `${meeting(meetingId)}/registrants/status`, { body });
    },

    async findStartUrl(meetingId) {
      const answer = await ask('GET', meeting(meetingId), { timeoutMs: shortPatience });
      return typeof answer?.start_url === 'string' ? answer.start_url : null;
    },

    async report(id) {
      const path = `/report/meetings/${encodeInstance(id)}/participants`;
      const listed = await readPages(path, 'participants', { include_fields: 'registrant_id' });
      return listed?.length ? listed.map(readStay) : null;
    },

    readNews: (headers, body, now) => readZoomNews(options.webhookSecret, headers, body, now),
  };

  async function readPages(path: string, list: string, query: Record<string, string>) {
    const all: ZoomAnswer[] = [];
    let next = '';
    do {
      const page = { ...query, page_size: largestPage, ...(next && { next_page_token: next }) };
      const answer = await ask('GET', path, { query: page });
      if (!answer) return null;
      all.push(...((answer[list] ?? []) as ZoomAnswer[]));
      next = String(answer.next_page_token ?? '');
    } while (next);
    return all;
  }
}

/** Zoom wants the id of an instance encoded twice when it has slashes. */
function encodeInstance(id: string): string {
  const once = encodeURIComponent(id);
  return id.includes('/') ? encodeURIComponent(once) : once;
}
