import { attachmentLinks } from './smtp/attachment-links.ts';
import { mailView } from './smtp/mail-view.ts';

/** The part of the sandbox's page that lists every mail and text. */
export const inboxSection = {
  html: `<h2>Inbox</h2>
  <div id="inbox" aria-live="polite"></div>
  <button type="button" class="quiet" id="older" hidden></button>`,
  script: `
  let seen = '';
  let mostShown = 5;
  const older = document.getElementById('older');
  async function showInbox() {
    const messages = await get('/outbox');
    const state = messages.length + ' of ' + mostShown;
    if (state === seen) return;
    seen = state;
    older.hidden = messages.length <= mostShown;
    older.textContent = 'Show all ' + messages.length;
    const inbox = document.getElementById('inbox');
    inbox.replaceChildren(...messages.slice(0, mostShown).map(card));
    if (messages.length === 0) inbox.append(element('p', 'No mail or text yet.', { className: 'muted' }));
  }
  function card(message) {
    const article = document.createElement('article');
    const body = element('pre', '');
    body.append(...withLinks(message.text));
    article.append(
      element('h3', message.channel === 'email' ? message.subject : 'Text message'),
      element('span', 'to ' + message.to + ' · ' + pacific.format(new Date(message.at)) + ' PT', { className: 'muted' }),
      body,
      ...mailView(message),
      ...attachmentLinks(message),
    );
    return article;
  }
  older.addEventListener('click', () => { mostShown = Infinity; showInbox(); });
  repeat(showInbox, 2000);${attachmentLinks.script}${mailView.script}`,
};
