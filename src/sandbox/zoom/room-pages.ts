import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Markup, writePage } from '../html.ts';
import { showHour } from '../pacific.ts';
import { addRegistrant } from './registrant-routes.ts';
import { currentInstance, type Entered, type Guest, guestOf, type Rooms } from './rooms.ts';
import type { ZoomContext } from './routes.ts';
import type { Meeting } from './store.ts';

interface OfRoom {
  Params: { id: string };
  Querystring: { tk?: string; end_other?: string };
  Body: Record<string, string> | null;
}

type Handler = (
  meeting: Meeting,
  request: FastifyRequest<OfRoom>,
  reply: FastifyReply,
) => FastifyReply;

const entryLabels: Record<Entered, string> = {
  in: 'joined',
  waiting: 'is waiting to be admitted to',
  'not-started': 'arrived early for',
};

export function openRoomActs({ feed }: ZoomContext, rooms: Rooms) {
  const note = (text: string, { start_time }: Meeting) =>
    feed.note(`${text} the ${showHour(new Date(start_time))} class`, { path: '/meetings' });
  return {
    start(meeting: Meeting): Meeting {
      if (!currentInstance(meeting)) note('The host started', meeting);
      return rooms.start(meeting);
    },
    end(meeting: Meeting): void {
      rooms.end(meeting);
      note('The host ended', meeting);
    },
    enter(meeting: Meeting, guest: Guest): Entered {
      const entered = rooms.enter(meeting.id, guest);
      note(`${guest.name} ${entryLabels[entered]}`, meeting);
      return entered;
    },
    leave(meeting: Meeting, guest: Guest): void {
      rooms.leave(meeting, guest);
      note(`${guest.name} left`, meeting);
    },
  };
}

type Acts = ReturnType<typeof openRoomActs>;

export function serveRoomPages(context: ZoomContext, rooms: Rooms, acts: Acts): void {
  const { app, store, attendance, portalUrl } = context;
  const page = (reply: FastifyReply, title: string, body: Markup) =>
    sendRoomPage(reply, title, body, portalUrl);
  const gone = (reply: FastifyReply) =>
    page(reply.status(404), 'Meeting not found', html`<p>Please check the link.</p>`);
  const serve = (method: 'get' | 'post', path: string, handle: Handler) =>
    app[method]<OfRoom>(path, (request, reply) => {
      const id = request.params.id ?? request.body?.meeting_id ?? '';
      const meeting = store.find(id.replaceAll(' ', ''));
      return meeting ? handle(meeting, request, reply) : gone(reply);
    });

  serve('get', '/zoom/j/:id', (meeting, { query }, reply) => {
    if (meeting.settings.meeting_authentication) {
      const refusal = html`<p>Sign in to Zoom to join this meeting.</p>`;
      return page(reply.status(403), meeting.topic, refusal);
    }
    const registrant = findByKey(meeting, query.tk);
    if (!registrant) {
      return attendance.current().sharedLink === 'lets-in'
        ? page(reply, meeting.topic, guestForm(meeting))
        : reply.redirect(`/zoom/meeting/register/${meeting.id}`);
    }
    const guest = guestOf(registrant);
    const { name } = guest;
    const shown = {
      in: html`<p>You’re in the meeting as <strong>${name}</strong>.</p>
<form method="post" action="/zoom/j/${meeting.id}/leave?tk=${registrant.tk}"><button>Leave</button></form>`,
      waiting: html`<p>Hi ${name}. Please wait. The host will let you in soon.</p>${tryAgain}`,
      'not-started': html`<p>Hi ${name}. The host hasn’t started this meeting yet.</p>${tryAgain}`,
    };
    return page(reply, meeting.topic, shown[acts.enter(meeting, guest)]);
  });

  app.get('/zoom/join', (_, reply) => page(reply, 'Join a meeting', joinForm));

  app.post<OfRoom>('/zoom/join', ({ body }, reply) => {
    const { meeting_id = '', passcode } = body ?? {};
    const meeting = store.find(meeting_id.replaceAll(' ', ''));
    if (meeting && meeting.password === passcode) {
      return reply.redirect(`/zoom/j/${meeting.id}`, 303);
    }
    const wrong = html`<p>This meeting ID or passcode isn’t valid. Please check both and try again.</p>${joinForm}`;
    return page(reply.status(403), 'Join a meeting', wrong);
  });

  serve('post', '/zoom/j/:id/guest', (meeting, { body }, reply) => {
    const name = body?.name ?? 'Guest';
    acts.enter(meeting, { registrant_id: null, name, email: '' });
    return page(reply, meeting.topic, html`<p>You joined as ${name}.</p>`);
  });

  serve('post', '/zoom/phone', (meeting, { body }, reply) => {
    const phone_number = body?.from ?? '';
    const callers = currentInstance(meeting)?.stays.filter(({ email }) => !email).length ?? 0;
    const name = phone_number || `Call-in User_${callers + 1}`;
    acts.enter(meeting, { registrant_id: null, name, email: '', phone_number });
    return page(reply, meeting.topic, html`<p>You joined by phone as ${name}.</p>`);
  });

  serve('post', '/zoom/j/:id/leave', (meeting, { query }, reply) => {
    const registrant = findByKey(meeting, query.tk);
    if (!registrant) return gone(reply);
    acts.leave(meeting, guestOf(registrant));
    return page(reply, meeting.topic, html`<p>You have left the meeting.</p>`);
  });

  serve('get', '/zoom/s/:id', (found, { query }, reply) => {
    const other = rooms.findOtherOfHost(found);
    if (other && query.end_other === undefined && !context.faults().endsOtherMeeting) {
      const question = html`<p>You have another meeting in progress: ${other.topic}. A host can run only one at a time.</p>
<p><a href="/zoom/s/${found.id}?end_other">End it for everyone and start this one</a></p>`;
      return page(reply.status(409), found.topic, question);
    }
    if (other) rooms.end(other);
    const meeting = acts.start(found);
    const present = currentInstance(meeting)?.stays.filter(({ leave_time }) => !leave_time) ?? [];
    const isWaiting = present.some(({ status }) => status === 'in_waiting_room');
    const isSplit = present.some(({ bo_mtg_id }) => bo_mtg_id);
    const button = (act: string, label: string) =>
      html`<form method="post" action="/zoom/s/${meeting.id}/${act}"><button>${label}</button></form>`;
    return page(
      reply,
      meeting.topic,
      html`<p>You’re the host. In the meeting now:</p>
<ul>${present.map(({ name, status }) => html`<li>${name}${status === 'in_meeting' ? '' : ' (waiting)'}</li>`)}</ul>
${isWaiting ? button('admit', 'Admit All') : null}
${button('breakout', isSplit ? 'Close Breakout Room' : 'Open Breakout Room')}
${button('end', 'End Meeting')}`,
    );
  });

  serve('post', '/zoom/s/:id/admit', (meeting, _request, reply) => {
    rooms.admit(meeting);
    return reply.redirect(`/zoom/s/${meeting.id}`, 303);
  });

  serve('post', '/zoom/s/:id/breakout', (meeting, _request, reply) => {
    const stays = currentInstance(meeting)?.stays ?? [];
    const isSplit = stays.some(({ bo_mtg_id, leave_time }) => bo_mtg_id && !leave_time);
    rooms.split(meeting, isSplit ? 'meeting' : 'breakout');
    return reply.redirect(`/zoom/s/${meeting.id}`, 303);
  });

  serve('post', '/zoom/s/:id/end', (meeting, _request, reply) => {
    acts.end(meeting);
    return page(reply, meeting.topic, html`<p>The meeting has ended.</p>`);
  });

  serve('get', '/zoom/meeting/register/:id', (meeting, _request, reply) =>
    page(reply, meeting.topic, registrationForm),
  );

  serve('post', '/zoom/meeting/register/:id', (meeting, { body }, reply) => {
    const { email = '', first_name = '', last_name = '' } = body ?? {};
    const { tk } = addRegistrant(context, meeting, { email, first_name, last_name });
    return reply.redirect(`/zoom/j/${meeting.id}?tk=${tk}`, 303);
  });
}

const tryAgain = html`<p><a href="">Try again</a></p>`;

const registrationForm = html`<p>Please register for this meeting.</p><form method="post">
  <label>First name <input name="first_name" required></label>
  <label>Last name <input name="last_name" required></label>
  <label>Email <input name="email" type="email" required></label><button>Register</button></form>`;

const joinForm = html`<form method="post" action="/zoom/join">
  <label>Meeting ID <input name="meeting_id" required></label>
  <label>Passcode <input name="passcode" required></label><button>Join</button></form>
  <h2>By phone</h2><form method="post" action="/zoom/phone">
  <label>Meeting ID <input name="meeting_id" required></label>
  <label>Your phone number (leave empty to hide it) <input name="from" type="tel"></label><button>Dial In</button></form>`;

function guestForm({ id }: Meeting): Markup {
  return html`<p>You don’t need to register for this meeting.</p><form method="post" action="/zoom/j/${id}/guest">
    <label>Your name <input name="name" required></label><button>Join</button></form>`;
}

function findByKey(meeting: Meeting, tk: string | undefined) {
  return meeting.registrants.find((one) => one.tk === tk);
}

const style = html`
  body { font: 16px/1.5 system-ui, sans-serif; color: #14303f; background: #f7f9f9; max-width: 560px; margin: 48px auto; padding: 0 20px; }
  button, input { font: inherit; padding: 8px 14px; border-radius: 12px; border: 1px solid #b9c8d1; min-height: 44px; }
  button { background: #8ccbf2; color: #0b2b40; font-weight: 600; } label { display: grid; margin-bottom: 12px; }
  nav { display: flex; flex-wrap: wrap; gap: 0 24px; margin-top: 40px; border-top: 1px solid #dfe8ec; } nav a { color: #0f5f92; min-height: 44px; align-content: center; }`;

function sendRoomPage(reply: FastifyReply, title: string, body: Markup, portalUrl: string) {
  const content = html`<main><h1>${title}</h1>${body}</main>
<nav aria-label="Back"><a href="${portalUrl}">Back to the portal</a><a href="/meetings">All meetings</a></nav>`;
  return reply.type('text/html; charset=utf-8').send(writePage(title, style, content));
}
