import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { StageContext } from '../context.ts';
import { html, type Markup } from '../html.ts';
import { signInForm } from './people-tab.ts';

const tourLength = 6;

/**
 * 0 before the tour starts, then the number of the current step, and null once the visitor leaves or finishes the tour.
 */
type Position = number | null;
export const tourMoves = ['next', 'back', 'away', 'again'] as const;
export type TourMove = (typeof tourMoves)[number];

/** Saves the current step to disk, so that the tour continues after a restart. */
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
  text: string;
  actions: Markup | null;
  seen: string;
  isDone: boolean;
}

/** Returns the offer to take the tour or the tour's current step, or null if there's nothing to show. */
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
  <p>${step.text}</p>
  <div class="row${step.isDone ? ' done' : ''}">${step.actions}</div>
  <p role="status"><span class="badge${step.isDone ? ' good' : ''}">${step.isDone ? 'Done' : 'Not yet'}</span> ${step.seen}</p>
  <form class="row" method="post" action="/stage/tour">
    ${at > 1 ? html`<button name="move" value="back" class="quiet" id="tour-back">Back</button>` : null}
    <button name="move" value="next" class="${step.isDone ? '' : 'quiet'}" id="tour-next">${isLast ? 'Finish' : 'Next Step'}</button>
    <button name="move" value="away" class="quiet" id="tour-away">Leave the Tour</button>
  </form>
</section>`;
}

const offer = html`<section class="card" id="tour" data-key="tour" aria-labelledby="tour-title">
  <h2 id="tour-title">New here? Take the tour</h2>
  <p>Follow Nora in six steps, from her first login until she’s an alumna. It takes about ten minutes.</p>
  <form class="row" method="post" action="/stage/tour">
    <button name="move" value="next" id="tour-next">Start the Tour</button>
    <button name="move" value="away" class="quiet" id="tour-away">Not Now</button>
  </form>
</section>`;

function stepsOf(context: StageContext): Step[] {
  const { people, outbox, zoom, clock, retreatRegistrations } = context;
  const person = (email: string) => people.find((one) => one.email === email);
  const signIn = (email: string) => signInForm(person(email), { isMain: true });
  const meetings = zoom.store.all();
  const places = meetings.filter(({ registrants }) =>
    registrants.some(({ email }) => email === student),
  );
  const attended = places.filter(({ instances }) =>
    instances.some(({ stays }) => stays.some(({ email }) => email === student)),
  );
  const ahead = places.filter(({ start_time }) => Date.parse(start_time) > clock.now().getTime());
  const isReporting = zoom.waitingWebhooks() > 0;
  const mails = outbox.newestFirst().filter(({ to }) => to === student);
  const retreat = retreatRegistrations().find((one) => one.email === student && !one.isCanceled);
  const alumniMail = mails.find(({ subject }) => subject.includes('alumni'));
  return [
    {
      title: 'Sign in as Nora',
      text: 'There are no passwords: the portal emails a login link. This button requests one, waits for the email, and opens the link in a new tab.',
      actions: signIn(student),
      seen: mails.length > 0 ? 'Nora got her link.' : 'Nora hasn’t gotten an email yet.',
      isDone: mails.length > 0,
    },
    {
      title: 'Pick her classes',
      text: 'In the portal, pick a time for Class 5 and press Continue. Then plan the other classes all at once, or pick them one by one.',
      actions: signIn(student),
      seen: `Nora is registered for ${places.length} of ${classesToChoose} classes.`,
      isDone: places.length >= classesToChoose,
    },
    {
      title: 'Register for the retreat and opt in to texts',
      text: 'The portal now sends her to the retreat site. Register there as Nora Lindqvist with new-student@demo.test and the code FIRSTRETREAT. Back in the portal, press Continue and opt in to text reminders.',
      actions: html`${signIn(student)} <a class="button quiet" href="/retreats" target="_blank">Open the Retreat Site</a>`,
      seen: retreat
        ? 'Nora is registered for the retreat.'
        : 'Nora isn’t registered for a retreat.',
      isDone: retreat !== undefined,
    },
    {
      title: 'Go to her next class',
      text: 'Skip to ten minutes before class, and a reminder will arrive on her phone. Sign in, press Join Class, and wait for the class to start. Then skip two hours. The class will be held, and her schedule will say Completed.',
      actions: html`${travel('next-class', 'Skip to Nora’s Next Class')} ${signIn(student)} ${travel('hour', 'Skip an Hour')}`,
      seen: `Nora has attended ${attended.length} of ${classesToChoose} classes.`,
      isDone: attended.length > 0,
    },
    {
      title: 'Finish the course',
      text: 'Skip to an hour after her last class. She and everyone else will attend each class along the way, and Zoom will report it to the portal.',
      actions: travel('end-of-term', 'Skip to the End of Nora’s Term'),
      seen: isReporting
        ? 'Zoom is reporting attendance to the portal.'
        : `Nora has attended ${attended.length} of ${classesToChoose} classes. ${ahead.length} to go.`,
      isDone: attended.length >= classesToChoose && !isReporting,
    },
    {
      title: 'Make her an alumna',
      text: 'Sign in as Amara, who runs everything. Open More and choose Make alumni: Nora is on the list of students who have finished. Welcome emails go out at a rate of thirty a minute. Then sign in as Nora again to see what alumni see.',
      actions: html`${signIn(admin)} ${signInForm(person(student))}`,
      seen: alumniMail ? 'Nora got her alumni welcome email.' : 'Nora is still a student.',
      isDone: alumniMail !== undefined,
    },
  ];
}

function travel(to: string, label: string): Markup {
  return html`<form method="post" action="/stage/clock"><input type="hidden" name="of" value="${student}"><input type="hidden" name="attended" value="yes"><button name="to" value="${to}" class="quiet" id="tour-${to}">${label}</button></form>`;
}
