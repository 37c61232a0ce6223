import type { Clock } from '../../platform/clock.ts';
import { type Meetings, MeetingsProblem } from './port.ts';
import { openZoomHttp, type Request } from './zoom-http.ts';
import { unknownHost } from './zoom-refusal.ts';
import { findMissingScopes, hasScope, missingEventScopes } from './zoom-scopes.ts';
import {
  addedRegistrant,
  addedRegistrants,
  listedMeeting,
  listedRegistrant,
  meeting,
  meetingBody,
  pageOf,
  participant,
  registrantBody,
  startUrl,
  user,
  userSettings,
} from './zoom-shapes.ts';
import { openZoomToken, type ZoomAccount } from './zoom-token.ts';
import { parseZoomWebhook } from './zoom-webhook.ts';

const largestPage = '300';
/** Shorter than the default timeout, because someone clicked a button and is waiting. */
const clickTimeoutMs = 4_000;

export function openZoom(options: ZoomAccount, clock: Clock): Meetings {
  const token = openZoomToken(options, clock);
  const zoom = openZoomHttp({ baseUrl: options.baseUrl, token, clock });
  const pathOf = (id: string) => `/meetings/${encodeURIComponent(id)}`;
  const pathOfHost = (host: string) => `/users/${encodeURIComponent(host)}`;
  const medium = { weight: 'medium' } as const;
  // If a host was deleted along with their meetings, Zoom's error is about the user. With this option, we treat such a
  // meeting as deleted.
  const ofHost = { goneWithHost: true } as const;

  return {
    async create(host, plan) {
      const path = `${pathOfHost(host)}/meetings`;
      const made = await zoom.ask('POST', path, meeting, { body: meetingBody(plan), ...medium });
      return made ?? noHost();
    },

    find: (_host, id) => zoom.ask('GET', pathOf(id), meeting, ofHost),

    async list(host) {
      const page = pageOf('meetings', listedMeeting);
      const query = { type: 'scheduled' };
      const listed = await readPages(`${pathOfHost(host)}/meetings`, page, { query, ...medium });
      return listed ?? noHost();
    },

    async change(_host, id, plan) {
      await zoom.change('PATCH', pathOf(id), { body: meetingBody(plan) });
    },

    async remove(_host, id) {
      // Without this parameter, Zoom would email the host.
      const query = { schedule_for_reminder: 'false' };
      await zoom.change('DELETE', pathOf(id), { query, ...ofHost });
    },

    async addRegistrant(_host, meetingId, guest) {
      const path = `${pathOf(meetingId)}/registrants`;
      const body = registrantBody(guest);
      const added = await zoom.ask('POST', path, addedRegistrant, { body });
      return added && { id: added.registrant_id, email: guest.email, joinUrl: added.join_url };
    },

    async addRegistrants(_host, meetingId, guests) {
      // If Zoom doesn't return the scopes, we can do without this one.
      const granted = (await zoom.currentScopes()) ?? [];
      if (!hasScope(granted, 'meeting:write:batch_registrants:admin')) return [];
      const path = `${pathOf(meetingId)}/batch_registrants`;
      // Without this, Zoom may email everyone, whatever the meeting's settings are.
      const body = {
        registrants_confirmation_email: false,
        registrants: guests.map(registrantBody),
      };
      try {
        const request = { body, weight: 'heavy' } as const;
        return (await zoom.ask('POST', path, addedRegistrants, request)) ?? [];
      } catch (error) {
        const isAnswered = error instanceof MeetingsProblem && error.kind !== 'down';
        if (isAnswered) return [];
        throw error;
      }
    },

    listRegistrants(_host, meetingId) {
      const page = pageOf('registrants', listedRegistrant);
      const query = { status: 'approved' };
      return readPages(`${pathOf(meetingId)}/registrants`, page, { query, ...medium, ...ofHost });
    },

    // Delete the registrant instead of canceling them, because a canceled person can't be registered again.
    async removeRegistrant(_host, meetingId, id) {
      const path = `${pathOf(meetingId)}/registrants/${encodeURIComponent(id)}`;
      await zoom.change('DELETE', path, ofHost);
    },

    async findStartUrl(meetingId) {
      const request = { timeoutMs: clickTimeoutMs, ...ofHost };
      const answer = await zoom.ask('GET', pathOf(meetingId), startUrl, request);
      return answer?.start_url ?? null;
    },

    async report(id) {
      const path = `/report/meetings/${encodeInstance(id)}/participants`;
      const page = pageOf('participants', participant);
      const query = { include_fields: 'registrant_id' };
      const listed = await readPages(path, page, { query, weight: 'heavy' });
      return listed?.length ? listed.filter((one) => one !== null) : null;
    },

    parseWebhook: (request) => parseZoomWebhook(options.webhookSecret, request),

    async findMissingRights(host) {
      const granted = await zoom.readScopes();
      const calls = await findMissingScopes(zoom, host, granted);
      return { calls, events: missingEventScopes(granted) };
    },

    async findHost(host) {
      if (!hasScope(await zoom.readScopes(), 'user:read:user:admin')) return null;
      return (await zoom.ask('GET', pathOfHost(host), user)) ?? noHost();
    },

    async findCapacity(host) {
      if (!hasScope(await zoom.readScopes(), 'user:read:settings:admin')) return null;
      return zoom.ask('GET', `${pathOfHost(host)}/settings`, userSettings, medium);
    },
  };

  function noHost(): never {
    const [reason, stops] = unknownHost;
    throw new MeetingsProblem('operator', reason, undefined, stops);
  }

  async function readPages<Item>(
    path: string,
    page: ReturnType<typeof pageOf<Item>>,
    { query, ...request }: Request & { query: Record<string, string> },
  ): Promise<Item[] | null> {
    const all: Item[] = [];
    let token = '';
    do {
      const paged = { ...query, page_size: largestPage, ...(token && { next_page_token: token }) };
      const answer = await zoom.ask('GET', path, page, { ...request, query: paged });
      if (!answer) return null;
      if (token && answer.next === token) {
        throw new MeetingsProblem('down', 'Zoom returned the same page of a list twice');
      }
      all.push(...answer.items);
      token = answer.next;
    } while (token);
    return all;
  }
}

/** Zoom requires double encoding for some IDs that contain slashes. */
function encodeInstance(id: string): string {
  const once = encodeURIComponent(id);
  return id.includes('/') ? encodeURIComponent(once) : once;
}
