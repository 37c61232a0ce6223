import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../html.ts';
import { showHour } from '../pacific.ts';
import type { ZoomContext } from './context.ts';
import { ZoomError } from './refusal.ts';
import { addRegistrant } from './registration.ts';
import { currentInstance, type Entered, guestOf, type Rooms } from './rooms.ts';
import type { Meeting } from './store.ts';

interface OfRoom {
  Params: { id: string };
  Querystring: { tk?: string; end_other?: string };
  Body: Record<string, string> | null;
}

/** What a browser sees behind Zoom's addresses: joining, leaving, hosting, ending, registering. */
export function serveRoomPages(app: FastifyInstance, context: ZoomContext, rooms: Rooms): void {
  const { store, attendance, feed, portalUrl } = context;
  const page = (reply: FastifyReply, title: string, body: string) =>
    sendRoomPage(reply, title, body, portalUrl);
  const gone = (reply: FastifyReply) =>
    page(reply.status(404), 'No such meeting', '<p>This meeting does not exist.</p>');
  const noteEntry = (name: string, meeting: Meeting, entered: Entered) =>
    feed.note(`${name} ${entryWords[entered]} the class of ${hourOf(meeting)}`, { path });

  app.get<OfRoom>('/zoom/j/:id', ({ params, query }, reply) => {
    const meeting = store.find(params.id);
    if (!meeting) return gone(reply);
    if (meeting.settings.meeting_authentication) {
      return page(reply.status(403), meeting.topic, '<p>Sign in to Zoom to join this meeting.</p>');
    }
    const registrant = findByKey(meeting, query.tk);
    if (!registrant) {
      return attendance.current().sharedLink === 'lets-in'
        ? page(reply, meeting.topic, guestForm(meeting))
        : reply.redirect(`/zoom/meeting/register/${meeting.id}`);
    }
    const guest = guestOf(registrant);
    const name = escapeHtml(guest.name);
    const leave = `/zoom/j/${meeting.id}/leave?tk=${registrant.tk}`;
    const shown = {
      in: `<p>You are in the room as <strong>${name}</strong>.</p>
          <form method="post" action="${leave}"><button>Leave</button></form>`,
      waiting: `<p>Hello ${name}. Please wait, the host will let you in soon.</p>
          <p><a href="">Look again</a></p>`,
      'not-started': `<p>Hello ${name}. The host has not started this meeting yet.</p>
          <p><a href="">Try again</a></p>`,
    };
    const entered = rooms.enter(meeting.id, guest);
    noteEntry(guest.name, meeting, entered);
    return page(reply, meeting.topic, shown[entered]);
  });

  app.get('/zoom/join', (_, reply) => page(reply, 'Join a meeting', joinForm));

  app.post<{ Body: Record<string, string> | null }>('/zoom/join', ({ body }, reply) => {
    const { meeting_id = '', passcode } = body ?? {};
    const meeting = store.find(meeting_id.replaceAll(' ', ''));
    if (meeting?.password !== passcode || !meeting) {
      const wrong = '<p>This meeting ID or passcode is not valid.</p>';
      return page(reply.status(403), 'Join a meeting', wrong + joinForm);
    }
    return reply.redirect(`/zoom/j/${meeting.id}`, 303);
  });

  app.post<OfRoom>('/zoom/j/:id/guest', ({ params, body }, reply) => {
    const meeting = store.find(params.id);
    if (!meeting) return gone(reply);
    const name = body?.name ?? 'Guest';
    const entered = rooms.enter(meeting.id, { registrant_id: null, name, email: '' });
    noteEntry(name, meeting, entered);
    return page(reply, meeting.topic, `<p>You came as ${escapeHtml(name)}.</p>`);
  });

  app.post<OfRoom>('/zoom/phone', ({ body }, reply) => {
    const { meeting_id = '', from: phone_number = '' } = body ?? {};
    const meeting = store.find(meeting_id.replaceAll(' ', ''));
    if (!meeting) return gone(reply);
    const callers = currentInstance(meeting)?.stays.filter(({ email }) => !email).length ?? 0;
    const name = phone_number || `Call-in User_${callers + 1}`;
    const guest = { registrant_id: null, name, email: '', phone_number };
    noteEntry(name, meeting, rooms.enter(meeting.id, guest));
    return page(reply, meeting.topic, `<p>You are on the line as ${escapeHtml(name)}.</p>`);
  });

  app.post<OfRoom>('/zoom/j/:id/leave', ({ params, query }, reply) => {
    const meeting = store.find(params.id);
    const registrant = meeting && findByKey(meeting, query.tk);
    if (!meeting || !registrant) return gone(reply);
    const guest = guestOf(registrant);
    rooms.leave(meeting, guest);
    feed.note(`${guest.name} left the class of ${hourOf(meeting)}`, { path });
    return page(reply, meeting.topic, '<p>You have left the meeting.</p>');
  });

  app.get<OfRoom>('/zoom/s/:id', ({ params, query }, reply) => {
    const found = store.find(params.id);
    if (!found) return gone(reply);
    const other = rooms.findOtherOfHost(found);
    if (other && query.end_other === undefined && !context.faults().endsOtherMeeting) {
      return page(
        reply.status(409),
        found.topic,
        `<p>You have another meeting in progress: ${escapeHtml(other.topic)}. A host runs one at a time.</p>
        <p><a href="/zoom/s/${found.id}?end_other">End it for everybody and start this one</a></p>`,
      );
    }
    if (other) rooms.end(other);
    if (!currentInstance(found))
      feed.note(`The host began the class of ${hourOf(found)}`, { path });
    const meeting = rooms.start(found);
    const present = currentInstance(meeting)?.stays.filter(({ leave_time }) => !leave_time) ?? [];
    const isWaiting = present.some(({ status }) => status === 'in_waiting_room');
    const isSplit = present.some(({ bo_mtg_id }) => bo_mtg_id);
    const names = present
      .map(({ name, status }) => escapeHtml(name) + (status === 'in_meeting' ? '' : ' (waiting)'))
      .map((name) => `<li>${name}</li>`);
    const admit = `<form method="post" action="/zoom/s/${meeting.id}/admit"><button>Admit all</button></form>`;
    return page(
      reply,
      meeting.topic,
      `<p>You are the host. In the room:</p><ul>${names.join('')}</ul>${isWaiting ? admit : ''}
      <form method="post" action="/zoom/s/${meeting.id}/breakout"><button>${breakoutWords[isSplit ? 'meeting' : 'breakout']}</button></form>
      <form method="post" action="/zoom/s/${meeting.id}/end"><button>End meeting</button></form>`,
    );
  });

  app.post<OfRoom>('/zoom/s/:id/admit', ({ params }, reply) => {
    const meeting = store.find(params.id);
    if (!meeting) return gone(reply);
    rooms.admit(meeting);
    return reply.redirect(`/zoom/s/${meeting.id}`, 303);
  });

  app.post<OfRoom>('/zoom/s/:id/breakout', ({ params }, reply) => {
    const meeting = store.find(params.id);
    if (!meeting) return gone(reply);
    const stays = currentInstance(meeting)?.stays ?? [];
    const isSplit = stays.some(({ bo_mtg_id, leave_time }) => bo_mtg_id && !leave_time);
    rooms.split(meeting, isSplit ? 'meeting' : 'breakout');
    return reply.redirect(`/zoom/s/${meeting.id}`, 303);
  });

  app.post<OfRoom>('/zoom/s/:id/end', ({ params }, reply) => {
    const meeting = store.find(params.id);
    if (!meeting) return gone(reply);
    rooms.end(meeting);
    feed.note(`The host ended the class of ${hourOf(meeting)}`, { path });
    return page(reply, meeting.topic, '<p>The meeting has ended.</p>');
  });

  app.get<OfRoom>('/zoom/meeting/register/:id', ({ params }, reply) => {
    const meeting = store.find(params.id);
    if (!meeting) return gone(reply);
    return page(
      reply,
      meeting.topic,
      `<p>This meeting asks you to register.</p><form method="post">
      <label>First name <input name="first_name" required></label>
      <label>Last name <input name="last_name" required></label>
      <label>Email <input name="email" type="email" required></label><button>Register</button></form>`,
    );
  });

  app.post<OfRoom>('/zoom/meeting/register/:id', ({ params, body }, reply) => {
    const meeting = store.find(params.id);
    if (!meeting) return gone(reply);
    const { email = '', first_name = '', last_name = '' } = body ?? {};
    try {
      const { tk } = addRegistrant(context, meeting, { email, first_name, last_name });
      return reply.redirect(`/zoom/j/${meeting.id}?tk=${tk}`, 303);
    } catch (error) {
      if (!(error instanceof ZoomError)) throw error;
      return page(reply.status(403), meeting.topic, `<p>${escapeHtml(error.message)}</p>`);
    }
  });
}

/** For whoever has no link and types. */
const joinForm = `<form method="post" action="/zoom/join">
  <label>Meeting ID <input name="meeting_id" required></label>
  <label>Passcode <input name="passcode" required></label><button>Join</button></form>
  <h2>By phone</h2><form method="post" action="/zoom/phone">
  <label>Meeting ID <input name="meeting_id" required></label>
  <label>Your number, if it is shown <input name="from" type="tel"></label><button>Dial in</button></form>`;

const breakoutWords = { breakout: 'Open a breakout room', meeting: 'Close the breakout room' };

function guestForm({ id }: Meeting): string {
  return `<p>Nobody asks you to register.</p><form method="post" action="/zoom/j/${id}/guest">
    <label>Your name <input name="name" required></label><button>Join</button></form>`;
}

function findByKey({ registrants }: Meeting, tk: string | undefined) {
  return registrants.find((one) => one.tk === tk && one.status === 'approved');
}

const path = '/meetings';

const entryWords: Record<Entered, string> = {
  in: 'joined',
  waiting: 'waits to be let into',
  'not-started': 'is at the door of',
};

function hourOf({ start_time }: Meeting): string {
  return showHour(new Date(start_time));
}

function sendRoomPage(reply: FastifyReply, title: string, body: string, portalUrl: string) {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
  body { font: 16px/1.5 system-ui, sans-serif; color: #14303f; background: #f7f9f9; max-width: 560px; margin: 48px auto; padding: 0 20px; }
  button, input { font: inherit; padding: 8px 14px; border-radius: 12px; border: 1px solid #b9c8d1; min-height: 44px; }
  button { background: #8ccbf2; color: #0b2b40; font-weight: 600; } label { display: grid; margin-bottom: 12px; }
  nav { display: flex; flex-wrap: wrap; gap: 0 24px; margin-top: 40px; border-top: 1px solid #dfe8ec; } nav a { color: #0f5f92; min-height: 44px; align-content: center; }
</style>
<main><h1>${escapeHtml(title)}</h1>${body}</main>
<nav aria-label="Ways back"><a href="${portalUrl}">Back to the portal</a><a href="/meetings">All meetings</a></nav></html>`);
}
