/** What a real account may have or suffer. Each sets a field of `/zoom/faults`; the first choice is the usual one. */
const switches: { label: string; field: string; choices: [label: string, value: unknown][] }[] = [
  choice('Zoom', 'down', ['answers', undefined], ['is down', true]),
  choice(
    'Every call',
    'status',
    ['is carried out', undefined],
    ['is too many (429)', 429],
    ['fails (500)', 500],
  ),
  choice('Plan', 'plan', ['Pro', undefined], ['Basic', 'basic']),
  choice(
    'The host',
    'host',
    ['has a licence', undefined],
    ['has none', { type: 1 }],
    ['may hold no meetings', { type: 99 }],
  ),
  choice(
    'New tokens',
    'scope',
    ['have every scope', undefined],
    ['lack the reports', 'meeting:write:admin meeting:read:admin user:read:admin'],
    ['lack writing', 'meeting:read:admin report:read:admin user:read:admin'],
  ),
  choice('A missing scope is', 'scopeCode', ['4711', undefined], ['4700', 4700]),
  choice(
    'Meetings a day and host',
    'meetingsPerDay',
    ['as the sandbox was started', undefined],
    ['100', 100],
    ['none any more', 0],
  ),
  choice(
    'The daily limit comes',
    'dailyLimit',
    ['with headers', undefined],
    ['without headers', 'bare'],
    ['as a status of 300', '300'],
  ),
  choice(
    'Three adds a day are counted',
    'addsAcrossMeetings',
    ['for each meeting', undefined],
    ['for all meetings', true],
  ),
  choice('Room for', 'capacity', ['4999 registrants', undefined], ['none any more', 0]),
  choice(
    'The waiting room',
    'waitingRoomLocked',
    ['is as asked', undefined],
    ['is locked on', true],
  ),
  choice(
    'A second meeting of a host',
    'endsOtherMeeting',
    ['asks first', undefined],
    ['ends the other', true],
  ),
  choice(
    'The host’s list',
    'noOtherMeetings',
    ['has other meetings, too', undefined],
    ['has only the portal’s', true],
  ),
  choice(
    'Calls a second',
    'noSecondLimits',
    ['30, 20 or 10', undefined],
    ['as many as you like', true],
  ),
];

function choice(label: string, field: string, ...choices: [label: string, value: unknown][]) {
  return { label, field, choices };
}

/** The part of the sandbox's page that makes Zoom behave otherwise. */
export const zoomSwitchSection = {
  html: `<h2>Zoom’s account</h2>
  <form id="zoom-switches">
    ${switches
      .map(
        ({ label, field, choices }) =>
          `<label>${label} <select name="${field}">${choices
            .map(([name], at) => `<option value="${at}">${name}</option>`)
            .join('')}</select></label>`,
      )
      .join('\n    ')}
    <button type="button" class="quiet">All as usual</button>
  </form>`,
  script: `
  const zoomSwitches = document.getElementById('zoom-switches');
  const zoomChoices = ${JSON.stringify(
    Object.fromEntries(
      switches.map(({ field, choices }) => [field, choices.map(([, value]) => value ?? null)]),
    ),
  )};
  async function showZoomSwitches() {
    if (zoomSwitches.contains(document.activeElement)) return;
    const faults = await get('/zoom/faults');
    for (const [field, values] of Object.entries(zoomChoices)) {
      const set = JSON.stringify(faults[field] ?? null);
      zoomSwitches[field].value = Math.max(0, values.findIndex((value) => JSON.stringify(value) === set));
    }
  }
  async function setZoomSwitch(field) {
    const { [field]: before, ...others } = await get('/zoom/faults');
    const value = zoomChoices[field][zoomSwitches[field].value];
    await post('/zoom/faults', { ...others, ...(value !== null && { [field]: value }), revokeTokens: field === 'scope' });
  }
  for (const select of zoomSwitches.querySelectorAll('select')) select.addEventListener('change', () => setZoomSwitch(select.name));
  zoomSwitches.querySelector('button').addEventListener('click', async (event) => {
    event.target.blur();
    await post('/zoom/faults', { revokeTokens: true });
    await showZoomSwitches();
  });
  repeat(showZoomSwitches, 5000);`,
};
