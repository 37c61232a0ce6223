import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { StageContext } from '../context.ts';
import { html, type Markup } from '../html.ts';
import { signInForm } from './people-tab.ts';

const tourLength = 6;

/** 0 while it is offered, then the step, and null once it is put away. */
type Position = number | null;
export const tourMoves = ['next', 'back', 'away', 'again'] as const;
export type TourMove = (typeof tourMoves)[number];

/** Where the reader is in the guided tour, kept on disk so that it goes on where it was left. */
export function openTour(file: string) {
  let step: Position = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Position) : 0;
  return {
    step: () => step,
    move(move: TourMove): void {
      step = after(step, move);
      writeFileSync(file, JSON.stringify(step));
    },
  };
}

export type Tour = ReturnType<typeof openTour>;

function after(step: Position, move: TourMove): Position {
  if (move === 'away') return null;
  if (move === 'again' || step === null) return 1;
  if (move === 'back') return Math.max(1, step - 1);
  return step < tourLength ? step + 1 : null;
}

const student = 'new-student@demo.test';
const admin = 'admin@demo.test';
const classesToChoose = 6;

interface Step {
  title: string;
  words: string;
  actions: Markup | null;
  /** What the vendors have seen of it so far. */
  seen: string;
  isDone: boolean;
}

/** The guided tour, from a new student to one of the alumni, where the demo has both people. */
export function tourCard(context: StageContext, tab: string): Markup | null {
  const { tour, people } = context;
  const isPossible = [student, admin].every((email) => people.some((one) => one.email === email));
  const at = tour.step();
  if (!isPossible || at === null) return null;
  if (at === 0) return tab === '/' ? offer : null;
  const step = stepsOf(context)[at - 1];
  if (!step) return null;
  const isLast = at === tourLength;
  return html`<section class="card" id="tour" data-key="tour" aria-labelledby="tour-title">
  <ol aria-hidden="true">${Array.from({ length: tourLength }, (_, index) => html`<li${index < at ? html` class="done"` : null}></li>`)}</ol>
  <h2 id="tour-title">Step ${at} of ${tourLength}: ${step.title}</h2>
  <p>${step.words}</p>
  <div class="row">${step.actions}</div>
  <p role="status"><span class="badge${step.isDone ? ' good' : ''}">${step.isDone ? 'Done' : 'So far'}</span> ${step.seen}</p>
  <form class="row" method="post" action="/stage/tour">
    ${at > 1 ? html`<button name="move" value="back" class="quiet" id="tour-back">Back</button>` : null}
    <button name="move" value="next" class="${step.isDone ? '' : 'quiet'}" id="tour-next">${isLast ? 'End the tour' : 'Next step'}</button>
    <button name="move" value="away" class="quiet" id="tour-away">Leave the tour</button>
  </form>
</section>`;
}

const offer = html`<section class="card" id="tour" data-key="tour" aria-labelledby="tour-title">
  <h2 id="tour-title">From new student to alumni, in six steps</h2>
  <p>Go through the whole course as Nora, who has just begun: about ten minutes.</p>
  <form class="row" method="post" action="/stage/tour">
    <button name="move" value="next" id="tour-next">Start the tour</button>
    <button name="move" value="away" class="quiet" id="tour-away">Not now</button>
  </form>
</section>`;

function stepsOf(context: StageContext): Step[] {
  const { people, outbox, zoom, clock, retreatRegistrations } = context;
  const person = (email: string) => people.find((one) => one.email === email);
  const signIn = (email: string) => signInForm(person(email), { isLoud: true });
  const meetings = zoom.store.all();
  const places = meetings.filter(({ registrants }) =>
    registrants.some(({ email, status }) => email === student && status === 'approved'),
  );
  const attended = places.filter(({ instances }) =>
    instances.some(({ stays }) => stays.some(({ email }) => email === student)),
  );
  const ahead = places.filter(({ start_time }) => Date.parse(start_time) > clock.now().getTime());
  const isTelling = zoom.waitingWebhooks() > 0;
  const mails = outbox.newestFirst().filter(({ to }) => to === student);
  const retreat = retreatRegistrations().find((one) => one.email === student && !one.isCancelled);
  const alumniMail = mails.find(({ subject }) => subject.includes('alumni'));
  return [
    {
      title: 'Sign in as Nora',
      words:
        'There are no passwords: the portal sends a link. This button asks for one as the login page does, waits for the mail, and opens it in another tab.',
      actions: signIn(student),
      seen: mails.length > 0 ? 'Nora has got her link.' : 'Nora has got no mail yet.',
      isDone: mails.length > 0,
    },
    {
      title: 'Choose her classes',
      words:
        'In the portal, choose a time for class 5 and press Continue. Then say yes to planning the others in one pass, or choose them one by one.',
      actions: signIn(student),
      seen: `Zoom has a place for her in ${places.length} of ${classesToChoose} classes.`,
      isDone: places.length >= classesToChoose,
    },
    {
      title: 'Register for the retreat, and say yes to texts',
      words:
        'The portal now leads to the retreat site. Register there as Nora Lindqvist with new-student@demo.test and the code FIRSTRETREAT. Back in the portal press Continue, and choose text reminders.',
      actions: html`${signIn(student)} <a class="button quiet" href="/retreats" target="_blank">Open the retreat site</a>`,
      seen: retreat
        ? 'The retreat site has her registration.'
        : 'The retreat site has no registration of hers.',
      isDone: retreat !== undefined,
    },
    {
      title: 'Go to her next class',
      words:
        'Move the clock to ten minutes before it: the reminder comes to her phone. Sign in, press Join Class, and wait at the door. Then pass two hours: the class is held, and it says Completed on her schedule.',
      actions: html`${travel('next-class', 'To Nora’s next class')} ${signIn(student)} ${travel('hour', 'An hour on')}`,
      seen: `She has been in ${attended.length} of ${classesToChoose} classes.`,
      isDone: attended.length > 0,
    },
    {
      title: 'Pass the rest of the course',
      words:
        'Move the clock to an hour after her last class. She and everybody else come to each class on the way; the portal hears of it from Zoom.',
      actions: travel('end-of-term', 'To the end of Nora’s term'),
      seen: isTelling
        ? 'Zoom is telling the portal who came.'
        : `She has been in ${attended.length} of ${classesToChoose} classes, and ${ahead.length} lie ahead.`,
      isDone: attended.length >= classesToChoose && !isTelling,
    },
    {
      title: 'Make her one of the alumni',
      words:
        'Sign in as Amara, who runs everything. On the tab Alumni press Make Alumni: Nora is among those who have finished. Welcomes go out thirty a minute; then sign in as Nora again, and see what alumni see.',
      actions: html`${signIn(admin)} ${signInForm(person(student), { isLoud: false })}`,
      seen: alumniMail
        ? 'Nora has been welcomed as one of the alumni.'
        : 'Nora is still a student.',
      isDone: alumniMail !== undefined,
    },
  ];
}

function travel(to: string, label: string): Markup {
  return html`<form method="post" action="/stage/clock"><input type="hidden" name="of" value="${student}"><input type="hidden" name="attended" value="yes"><button name="to" value="${to}" class="quiet" id="tour-${to}">${label}</button></form>`;
}
