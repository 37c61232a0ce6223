import { retreatsSection } from './retreats/retreats-section.ts';
import { roomsSection } from './zoom/rooms-section.ts';

/** The sandbox's one page: plain HTML that reads the sandbox's own JSON. */
export function sandboxPage(portalUrl: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<style>
  :root { color-scheme: light; --ink: #14303f; --muted: #4d6473; --line: #dbe4e9; --sky: #8ccbf2; }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #f7f9f9; }
  main { max-width: 880px; margin: 0 auto; padding: 32px 20px 64px; }
  h1 { font-size: 28px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 32px 0 12px; }
  p { margin: 0 0 12px; } .muted { color: var(--muted); } a { color: #0b5f8a; }
  article, form { background: #fff; border: 1px solid var(--line); border-radius: 16px; padding: 16px 20px; margin-bottom: 12px; }
  article h3 { font-size: 16px; margin: 0; } article pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 8px 0 0; }
  form { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; } label { display: grid; gap: 4px; font-weight: 600; }
  input, button { font: inherit; padding: 8px 14px; border-radius: 12px; border: 1px solid #b9c8d1; min-height: 44px; box-sizing: border-box; }
  button { background: var(--sky); border-color: var(--sky); color: #0b2b40; font-weight: 600; cursor: pointer; } button.quiet { background: #fff; border-color: #b9c8d1; }
</style>
<main>
  <h1>Sandbox</h1>
  <p class="muted">What the portal sends arrives here, and nothing leaves this machine. <a href="${portalUrl}">Open the portal</a></p>
  <h2>Clock</h2>
  <p>The portal's time is <strong id="now">…</strong></p>
  <form id="clock">
    <label>Move it to (UTC) <input name="now" type="datetime-local" required></label>
    <button>Move</button> <button type="button" class="quiet" id="real">Back to real time</button>
  </form>
  ${retreatsSection.html}
  ${roomsSection.html}
  <h2>Inbox</h2>
  <div id="inbox" aria-live="polite"></div>
</main>
<script>
  const pacific = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'full', timeStyle: 'short' });
  const element = (name, text, attributes) => Object.assign(document.createElement(name), { textContent: text }, attributes);
  let seen = -1;
  async function show() {
    const [clock, messages] = await Promise.all(['/clock', '/outbox'].map((path) => fetch(path).then((answer) => answer.json())));
    document.getElementById('now').textContent = pacific.format(new Date(clock.now)) + ' PT' + (clock.moved ? ' (moved)' : '');
    if (messages.length === seen) return;
    seen = messages.length;
    const inbox = document.getElementById('inbox');
    inbox.replaceChildren(...messages.map(card));
    if (seen === 0) inbox.append(element('p', 'No mail or text yet.', { className: 'muted' }));
  }
  function card(message) {
    const article = document.createElement('article');
    const body = element('pre', '');
    for (const part of message.text.split(/(https?:\\/\\/[^\\s<>"')]+)/)) {
      body.append(/^https?:/.test(part) ? element('a', part, { href: part }) : part);
    }
    article.append(
      element('h3', message.channel === 'email' ? message.subject : 'Text message'),
      element('span', 'to ' + message.to + ' · ' + pacific.format(new Date(message.at)) + ' PT', { className: 'muted' }),
      body,
    );
    return article;
  }
  const move = (now) => fetch('/clock', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ now }) }).then(show);
  document.getElementById('clock').addEventListener('submit', (event) => { event.preventDefault(); move(new FormData(event.target).get('now') + ':00Z'); });
  document.getElementById('real').addEventListener('click', () => move(null));
  show();
  setInterval(show, 2000);${roomsSection.script}${retreatsSection.script}
</script>
</html>`;
}
