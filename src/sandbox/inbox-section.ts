/** The part of the sandbox's page that lists every mail and text. */
export const inboxSection = {
  html: `<h2>Inbox</h2>
  <div id="inbox" aria-live="polite"></div>`,
  script: `
  let seen = -1;
  async function showInbox() {
    const messages = await get('/outbox');
    if (messages.length === seen) return;
    seen = messages.length;
    const inbox = document.getElementById('inbox');
    inbox.replaceChildren(...messages.slice(0, 100).map(card));
    if (seen === 0) inbox.append(element('p', 'No mail or text yet.', { className: 'muted' }));
  }
  function card(message) {
    const article = document.createElement('article');
    const body = element('pre', '');
    body.append(...withLinks(message.text));
    article.append(
      element('h3', message.channel === 'email' ? message.subject : 'Text message'),
      element('span', 'to ' + message.to + ' · ' + pacific.format(new Date(message.at)) + ' PT', { className: 'muted' }),
      body,
    );
    return article;
  }
  repeat(showInbox, 2000);`,
};
