const errors = {
  30003: 'the phone is off or out of reach',
  30005: 'the number is unknown',
  30006: 'the number is a landline',
  30007: 'a carrier filters it',
  30034: 'the sender is not registered',
};

const boxes = {
  reportsFirst: 'Reports come before the answer',
  reportsBackwards: 'Reports come in the wrong order',
  losesAnswers: 'Answers get lost',
  down: 'Nothing answers',
  refusesLocalCallbacks: 'Addresses on this machine are refused (21609)',
  emptyServices: 'The Messaging Services have no numbers (21703)',
  advancedOptOut: 'Advanced Opt-Out, with ALTO, COMENZAR and AYUDA',
};

const options = Object.entries(errors).map(
  ([code, words]) => `<option value="${code}">${code}: ${words}</option>`,
);
const checkboxes = Object.entries(boxes).map(
  ([name, words]) =>
    `<label class="box"><input type="checkbox" name="${name}"> <span>${words}</span></label>`,
);

/** The part of the sandbox's page that says how Twilio behaves. */
export const accountSection = {
  html: `<details><summary>How Twilio behaves</summary>
  <form id="twilio-account" aria-label="How Twilio behaves">
    <label>Seconds on the way <input name="deliverySeconds" type="number" min="0" max="86400" value="0"></label>
    <label>Not delivered, because <select name="failsWith"><option value="">(it is delivered)</option>${options.join('')}</select></label>
    <label>May send to numbers with <input name="countries" value="+1"></label>
    ${checkboxes.join('')}
  </form></details>`,
  style: `
  details { margin: 12px 0; } summary { cursor: pointer; font-weight: 600; min-height: 44px; align-content: center; }
  #twilio-account label { max-width: 100%; } #twilio-account label:not(.box) { grid-template-columns: minmax(0, 1fr); }
  .box { display: flex; align-items: center; gap: 8px; font-weight: 400; min-height: 44px; } .box input { flex: none; min-height: 0; width: 20px; height: 20px; }`,
  script: `
  const twilioAccount = document.getElementById('twilio-account');
  const boxes = [...twilioAccount.querySelectorAll('[type=checkbox]')];
  get('/twilio/faults').then((faults) => {
    for (const box of boxes) box.checked = faults[box.name] === true;
    twilioAccount.deliverySeconds.value = faults.deliverySeconds ?? 0;
    twilioAccount.failsWith.value = faults.failsWith ?? '';
    twilioAccount.countries.value = (faults.countries ?? ['+1']).join(' ');
  });
  twilioAccount.addEventListener('submit', (event) => event.preventDefault());
  twilioAccount.addEventListener('change', async () => {
    const others = await get('/twilio/faults');
    await post('/twilio/faults', {
      ...others,
      ...Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
      deliverySeconds: Number(twilioAccount.deliverySeconds.value),
      failsWith: Number(twilioAccount.failsWith.value),
      countries: twilioAccount.countries.value.split(/[ ,]+/).filter(Boolean),
    });
  });`,
};
