import { Markup } from '../html.ts';

/**
 * Without this script, visitors have to reload. With it, everything marked `data-live` updates on its own. The script
 * only replaces what has changed, so focus, scroll position and open sections stay as they are. It matches elements by
 * `data-key` or `id`.
 */
export const script = new Markup(String.raw`
function show(text, isAnswer) {
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  for (const region of document.querySelectorAll('[data-live]')) {
    const wanted = fresh.getElementById(region.id);
    // A form's result stays until the visitor submits another form.
    if (!wanted || (region.dataset.live === 'answer' && !isAnswer)) continue;
    const { scrollTop, scrollHeight, clientHeight } = region;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 8;
    changeChildren(region, wanted);
    if (region.dataset.live === 'newest-last' && isAtEnd) region.scrollTop = region.scrollHeight;
    if (region.dataset.live === 'newest-first' && scrollTop > 0) region.scrollTop = scrollTop + region.scrollHeight - scrollHeight;
  }
}
const keyOf = (node) => node.dataset?.key || node.id || undefined;
function changeChildren(parent, wanted) {
  const keys = new Set([...wanted.children].map(keyOf));
  for (const child of [...parent.children]) if (keyOf(child) && !keys.has(keyOf(child))) child.remove();
  const keyed = new Map([...parent.children].map((child) => [keyOf(child), child]));
  let next = parent.firstChild;
  for (const child of [...wanted.childNodes]) {
    const isLike = next && !keyOf(next) && next.nodeName === child.nodeName;
    const old = keyOf(child) ? keyed.get(keyOf(child)) : isLike ? next : undefined;
    if (!old) {
      parent.insertBefore(child, next);
      continue;
    }
    if (old === next) next = next.nextSibling;
    else parent.insertBefore(old, next);
    if (!old.isEqualNode(child)) change(old, child);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}
function change(old, wanted) {
  if (old.nodeType !== Node.ELEMENT_NODE) return void (old.data = wanted.data);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (name !== 'open' && !wanted.hasAttribute(name)) old.removeAttribute(name);
  changeChildren(old, wanted);
  if (old.type === 'checkbox') old.checked = wanted.checked;
  if (old.nodeName === 'SELECT') old.value = wanted.value;
}

const zone = { timeZone: 'America/Los_Angeles' };
const day = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'full' });
const hour = new Intl.DateTimeFormat('en-US', { ...zone, timeStyle: 'short' });
const clock = document.getElementById('now');
const moved = document.getElementById('moved');
let ahead = Date.parse(clock.dateTime) - Date.now();
let version = clock.dataset.version;
function tick() {
  const now = new Date(Date.now() + ahead);
  const text = day.format(now) + ' at ' + (hour.format(now) + ' PT').replaceAll(/\s/gu, '\u00a0');
  if (clock.textContent !== text) clock.textContent = text;
}
async function follow() {
  if (document.hidden) return;
  const state = await (await fetch('/stage/state')).json();
  ahead = Date.parse(state.now) - Date.now();
  moved.textContent = state.moved ? '(moved)' : '';
  tick();
  if (String(state.version) === version) return;
  version = String(state.version);
  show(await (await fetch(location.href)).text());
}
(function repeat() { follow().catch(() => {}).finally(() => setTimeout(repeat, 1500)); })();
setInterval(tick, 1000);
document.addEventListener('visibilitychange', () => follow().catch(() => {}));

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (form.method !== 'post' || form.target) return;
  event.preventDefault();
  const { submitter } = event;
  const fields = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: 'POST', body: fields }).catch(() => undefined);
  if (!answer) return void (document.getElementById('said').textContent = 'The demo isn’t responding. Is npm start still running?');
  const { id } = document.activeElement ?? {};
  const region = document.activeElement?.closest('[data-live]');
  show(await answer.text(), true);
  form.querySelector('[data-emptied]')?.form.reset();
  if (document.activeElement === document.body) (document.getElementById(id) ?? region)?.focus();
  await follow();
});
for (const select of document.querySelectorAll('[data-kept]')) {
  const kept = sessionStorage.getItem(select.name);
  if ([...select.options].some(({ value }) => value === kept)) select.value = kept;
}
document.addEventListener('change', ({ target }) => {
  if ('kept' in target.dataset) sessionStorage.setItem(target.name, target.value);
  if (target.closest('form[data-at-once]')) target.form.requestSubmit();
});
document.addEventListener('click', ({ target }) => {
  for (const open of document.querySelectorAll('.options[open]')) if (!open.contains(target)) open.open = false;
  const choice = target.closest('[data-mail-width], [data-mail-dark]');
  if (choice) showMail(choice);
});
document.addEventListener('keydown', ({ key }) => {
  const open = document.querySelector('.options[open]');
  if (key !== 'Escape' || !open) return;
  open.open = false;
  open.querySelector('summary').focus();
});
function showMail(choice) {
  const frame = document.querySelector('iframe');
  const { mailWidth, mailDark } = choice.dataset;
  if (mailWidth) frame.width = mailWidth;
  // Override the system's color scheme, so that visitors can see both.
  else frame.srcdoc = document.getElementById('mail-source').textContent.replaceAll('(prefers-color-scheme: dark)', mailDark === 'yes' ? 'all' : 'not all');
  for (const one of choice.parentElement.children) one.setAttribute('aria-pressed', one === choice);
}
const texts = document.getElementById('texts');
if (texts) texts.scrollTop = texts.scrollHeight;
`);
