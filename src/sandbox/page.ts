import { clockSection } from './clock-section.ts';
import { inboxSection } from './inbox-section.ts';
import { retreatsSection } from './retreats/retreats-section.ts';
import { mailView } from './smtp/mail-view.ts';
import { mailServerSection } from './smtp/server-section.ts';
import { accountSection } from './twilio/account-section.ts';
import { phoneSection } from './twilio/phone-section.ts';
import { attendanceSection } from './zoom/attendance-switches.ts';
import { roomsSection } from './zoom/rooms-section.ts';
import { zoomSwitchSection } from './zoom/switch-section.ts';

const sections = [
  clockSection,
  inboxSection,
  mailServerSection,
  phoneSection,
  accountSection,
  attendanceSection,
  roomsSection,
  retreatsSection,
  zoomSwitchSection,
];

/** The sandbox's one page: plain HTML that reads the sandbox's own JSON. */
export function sandboxPage(portalUrl: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light; --ink: #14303f; --muted: #4d6473; --line: #dbe4e9; --sky: #8ccbf2; }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #f7f9f9; }
  main { max-width: 880px; margin: 0 auto; padding: 32px 20px 64px; }
  h1 { font-size: 28px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 32px 0 12px; }
  p { margin: 0 0 12px; } .muted { color: var(--muted); } a { color: #0b5f8a; }
  article, form { background: #fff; border: 1px solid var(--line); border-radius: 16px; padding: 16px 20px; margin-bottom: 12px; }
  article h3 { font-size: 16px; margin: 0; } article pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 8px 0 0; }
  form { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; } label { display: grid; gap: 4px; font-weight: 600; min-width: 0; }
  input, select, button { font: inherit; padding: 8px 14px; border-radius: 12px; border: 1px solid #b9c8d1; min-height: 44px; max-width: 100%; box-sizing: border-box; background: #fff; color: inherit; }
  button { background: var(--sky); border-color: var(--sky); color: #0b2b40; font-weight: 600; cursor: pointer; } button.quiet { background: #fff; border-color: #b9c8d1; }
  ${phoneSection.style}${accountSection.style}${mailView.style}${mailServerSection.style}
</style>
<main>
  <h1>Sandbox</h1>
  <p class="muted">What the portal sends arrives here, and nothing leaves this machine. <a href="${portalUrl}">Open the portal</a></p>
  ${sections.map(({ html }) => html).join('\n  ')}
</main>
<script>
  const pacific = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'full', timeStyle: 'short' });
  const element = (name, text, attributes) => Object.assign(document.createElement(name), { textContent: text }, attributes);
  const withLinks = (text) => text.split(/(https?:\\/\\/[^\\s<>"')]+)/).map((part) => /^https?:/.test(part) ? element('a', part, { href: part }) : part);
  const get = (path) => fetch(path).then((answer) => answer.json());
  const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
  function repeat(show, pause) { show().catch(() => {}).finally(() => setTimeout(repeat, pause, show, pause)); }${sections.map(({ script }) => script).join('')}
</script>
</html>`;
}
