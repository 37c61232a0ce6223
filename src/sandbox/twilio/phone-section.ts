/** The part of the sandbox's page that is a phone: what came, and a line to answer. */
export const phoneSection = {
  html: `<h2>Phone</h2>
  <div id="no-phone" class="muted">No text has come yet.</div>
  <section id="phone" aria-label="Phone" hidden>
    <label>Number <select id="phone-number"></select></label>
    <ol id="texts" aria-live="polite"></ol>
    <form id="reply">
      <label>Answer <input name="body" autocomplete="off" required></label>
      <button>Send</button>
      <button type="button" class="quiet">STOP</button>
      <button type="button" class="quiet">START</button>
      <button type="button" class="quiet">HELP</button>
    </form>
  </section>`,
  style: `
  #texts { list-style: none; margin: 12px 0; padding: 12px; display: grid; gap: 8px; max-height: 320px; overflow-y: auto; background: #fff; border: 1px solid var(--line); border-radius: 16px; }
  #texts li { max-width: 80%; padding: 8px 14px; border-radius: 16px; background: #eef4f7; overflow-wrap: anywhere; white-space: pre-line; } #texts li.own { justify-self: end; background: var(--sky); }
  #texts small { display: block; color: var(--muted); } #texts li.own small { color: #0b2b40; }`,
  script: `
  const phoneNumber = document.getElementById('phone-number');
  let shownTexts = '';
  async function showPhone() {
    const phones = await get('/twilio/phones');
    document.getElementById('no-phone').hidden = phones.length > 0;
    document.getElementById('phone').hidden = phones.length === 0;
    const chosen = phoneNumber.value || phones[0]?.number;
    const state = JSON.stringify([phones, chosen]);
    if (state === shownTexts) return;
    shownTexts = state;
    phoneNumber.replaceChildren(...phones.map(({ number }) => element('option', number, { value: number })));
    phoneNumber.value = chosen;
    const list = document.getElementById('texts');
    const { messages = [] } = phones.find(({ number }) => number === chosen) ?? {};
    list.replaceChildren(...messages.map(bubble));
    list.scrollTop = list.scrollHeight;
  }
  function bubble({ isOwn, body, from, at }) {
    const item = element('li', '', { className: isOwn ? 'own' : '' });
    item.append(...withLinks(body), element('small', (isOwn ? '' : 'from ' + from + ' · ') + pacific.format(new Date(at)) + ' PT'));
    return item;
  }
  const replyForm = document.getElementById('reply');
  async function reply(body) {
    await post('/twilio/phones/' + encodeURIComponent(phoneNumber.value) + '/replies', { body });
    await showPhone();
  }
  replyForm.addEventListener('submit', (event) => { event.preventDefault(); reply(replyForm.body.value); replyForm.reset(); });
  for (const button of replyForm.querySelectorAll('[type=button]')) button.addEventListener('click', () => reply(button.textContent));
  phoneNumber.addEventListener('change', showPhone);
  repeat(showPhone, 2000);`,
};
