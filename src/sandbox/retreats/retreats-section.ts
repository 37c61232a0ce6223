/** The part of the sandbox's page that leads to the retreat site and lists who is registered there. */
export const retreatsSection = {
  html: `<h2>Retreat site</h2>
  <p><a href="/retreats">Open the retreat site</a></p>
  <div id="retreats"></div>`,
  script: `
  async function showRetreats() {
    const registrations = await get('/retreats/registrations');
    const list = document.getElementById('retreats');
    list.replaceChildren(...registrations.map(retreatRegistration));
    if (registrations.length === 0) list.append(element('p', 'Nobody has registered there yet.', { className: 'muted' }));
  }
  function retreatRegistration({ reference, name, email, day, isCancelled, path }) {
    const article = document.createElement('article');
    const title = element('h3', '');
    title.append(element('a', reference, { href: path }), isCancelled ? ' (cancelled)' : '');
    article.append(title, element('span', name + ', ' + email + ' · ' + day, { className: 'muted' }));
    return article;
  }
  repeat(showRetreats, 5000);`,
};
