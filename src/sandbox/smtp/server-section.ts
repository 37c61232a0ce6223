const recipients = {
  unknown: '550: the mailbox is unknown',
  full: '452: the mailbox is full',
  greylisted: '451 at the first try (greylisting)',
};

const switches = {
  noTls: 'Offers no TLS',
  refusesLogin: 'Refuses the password (535)',
  refusesSender: 'Refuses the sender (553)',
  deniesRelay: 'Passes on no mails (554)',
  refusesContent: 'Refuses mails it has read (554)',
  down: 'Takes no connections (421)',
};

const options = Object.entries(recipients).map(
  ([value, words]) => `<option value="${value}">${words}</option>`,
);
const checkboxes = Object.entries(switches).map(
  ([name, words]) =>
    `<label class="box"><input type="checkbox" name="${name}"> <span>${words}</span></label>`,
);

/** The part of the sandbox's page that says how the mail server behaves. */
export const mailServerSection = {
  html: `<details><summary>How the mail server behaves</summary>
  <form id="mail-server" aria-label="How the mail server behaves">
    <label>Recipients <select name="recipients"><option value="">are taken</option>${options.join('')}</select></label>
    ${checkboxes.join('')}
  </form></details>`,
  style: `
  details { margin: 12px 0; } summary { cursor: pointer; font-weight: 600; min-height: 44px; align-content: center; }
  .box { display: flex; align-items: center; gap: 8px; font-weight: 400; min-height: 44px; } .box input { min-height: 0; width: 20px; height: 20px; }`,
  script: `
  {
    const server = document.getElementById('mail-server');
    const boxes = [...server.querySelectorAll('[type=checkbox]')];
    get('/smtp/faults').then((faults) => {
      for (const box of boxes) box.checked = faults[box.name] === true;
      server.recipients.value = faults.recipients ?? '';
    });
    server.addEventListener('submit', (event) => event.preventDefault());
    server.addEventListener('change', () => post('/smtp/faults', {
      ...Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
      ...(server.recipients.value && { recipients: server.recipients.value }),
    }));
  }`,
};
