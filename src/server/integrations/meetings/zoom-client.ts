import type { Clock } from '../../platform/clock.ts';
import { type Meetings, MeetingsProblem } from './port.ts';
import { openZoomHttp } from './zoom-http.ts';
import { mayReadUsers, missingScopes } from './zoom-scopes.ts';
import {
  addedRegistrant,
  listedMeeting,
  listedRegistrant,
  meeting,
  meetingBody,
  pageOf,
  participant,
  startUrl,
  user,
} from './zoom-shapes.ts';
import { openZoomToken, type ZoomAccount } from './zoom-token.ts';
import { parseZoomWebhook } from './zoom-webhook.ts';

interface Options extends ZoomAccount {
  baseUrl: string;
  webhookSecret: string;
  /** A user id or email, or `me`. */
  hostUser: string;
}

const largestPage = '300';
/** Shorter than usual: somebody waits in front of a button. */
const clickTimeoutMs = 4_000;

export function openZoom(options: Options, clock: Clock): Meetings {
  const token = openZoomToken(options, clock);
  const zoom = openZoomHttp({ baseUrl: options.baseUrl, token, clock });
  const host = `/users/${encodeURIComponent(options.hostUser)}`;
  const pathOf = (id: string) => `/meetings/${encodeURIComponent(id)}`;
  const noHost = () => new MeetingsProblem('down', `Zoom has no user ${options.hostUser}`);

  return {
    async create(plan) {
      const body = meetingBody(plan);
      const made = await zoom.ask('POST', `${host}/meetings`, meeting, { body });
      if (!made) throw noHost();
      return made;
    },

    find: (id) => zoom.ask('GET', pathOf(id), meeting),

    async list() {
      const page = pageOf('meetings', listedMeeting);
      const listed = await readPages(`${host}/meetings`, page, { type: 'scheduled' });
      if (!listed) throw noHost();
      return listed;
    },

    async change(id, plan) {
      await zoom.change('PATCH', pathOf(id), { body: meetingBody(plan) });
    },

    async remove(id) {
      await zoom.change('DELETE', pathOf(id));
    },

    async addRegistrant(meetingId, { email, firstName, lastName }) {
      const body = { email, first_name: firstName, last_name: lastName };
      const path = `${pathOf(meetingId)}/registrants`;
      const added = await zoom.ask('POST', path, addedRegistrant, { body });
      return added && { id: added.registrant_id, email, joinUrl: added.join_url };
    },

    listRegistrants(meetingId) {
      const page = pageOf('registrants', listedRegistrant);
      return readPages(`${pathOf(meetingId)}/registrants`, page, { status: 'approved' });
    },

    async cancelRegistrant(meetingId, { id, email }) {
      const body = { action: 'cancel', registrants: [{ id, email }] };
      await zoom.change('PUT', `${pathOf(meetingId)}/registrants/status`, { body });
    },

    async findStartUrl(meetingId) {
      const request = { timeoutMs: clickTimeoutMs };
      const answer = await zoom.ask('GET', pathOf(meetingId), startUrl, request);
      return answer?.start_url ?? null;
    },

    async report(id) {
      const path = `/report/meetings/${encodeInstance(id)}/participants`;
      const page = pageOf('participants', participant);
      const listed = await readPages(path, page, { include_fields: 'registrant_id' });
      return listed?.length ? listed.filter((one) => one !== null) : null;
    },

    parseWebhook: (request) => parseZoomWebhook(options.webhookSecret, request),

    async findMissingRights() {
      const granted = await zoom.readScopes();
      return granted && missingScopes(granted);
    },

    async findHost() {
      const granted = await zoom.readScopes();
      if (granted && !mayReadUsers(granted)) return null;
      const found = await zoom.ask('GET', host, user);
      if (!found) throw noHost();
      return found;
    },
  };

  /** Null when what the list belongs to does not exist. */
  async function readPages<Item>(
    path: string,
    page: ReturnType<typeof pageOf<Item>>,
    query: Record<string, string>,
  ): Promise<Item[] | null> {
    const all: Item[] = [];
    let token = '';
    do {
      const asked = { ...query, page_size: largestPage, ...(token && { next_page_token: token }) };
      const answer = await zoom.ask('GET', path, page, { query: asked });
      if (!answer) return null;
      if (token && answer.next === token) {
        throw new MeetingsProblem('down', 'Zoom’s list repeats a page');
      }
      all.push(...answer.items);
      token = answer.next;
    } while (token);
    return all;
  }
}

/** Zoom wants the id of an instance encoded twice when it has slashes. */
function encodeInstance(id: string): string {
  const once = encodeURIComponent(id);
  return id.includes('/') ? encodeURIComponent(once) : once;
}
