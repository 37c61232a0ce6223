/** The part of the sandbox's page that moves the clock. */
export const clockSection = {
  html: `<h2>Clock</h2>
  <p>The portal's time is <strong id="now">…</strong></p>
  <form id="travel">
    <button type="button" data-to="hour">An hour on</button>
    <button type="button" data-to="day">A day on</button>
    <button type="button" data-to="next-class">To the next class</button>
    <label>Whose class <select name="of"><option value="">Anybody's</option></select></label>
    <label>Classes that pass <select name="attended"><option value="yes">are attended</option><option value="">are missed</option></select></label>
  </form>
  <form id="clock">
    <label>Move it to (UTC) <input name="now" type="datetime-local" required></label>
    <button class="quiet">Move</button> <button type="button" class="quiet" id="real">Back to real time</button>
  </form>
  <p id="clock-problem" role="status"></p>`,
  script: `
  async function showClock() {
    const { now, moved } = await get('/clock');
    document.getElementById('now').textContent = pacific.format(new Date(now)) + ' PT' + (moved ? ' (moved)' : '');
  }
  const travel = document.getElementById('travel');
  async function moveClock(path, body) {
    const answer = await post(path, body);
    document.getElementById('clock-problem').textContent = answer.message ?? '';
    await showClock();
  }
  for (const button of travel.querySelectorAll('button')) {
    button.addEventListener('click', () => moveClock('/clock/travel', {
      to: button.dataset.to,
      of: travel.of.value || undefined,
      attended: travel.attended.value !== '',
    }));
  }
  travel.of.addEventListener('focus', async () => {
    const chosen = travel.of.value;
    const registrants = await get('/clock/registrants');
    travel.of.replaceChildren(element('option', "Anybody's", { value: '' }), ...registrants.map(({ email, name }) => element('option', name + ' (' + email + ')', { value: email })));
    travel.of.value = chosen;
  });
  document.getElementById('clock').addEventListener('submit', (event) => {
    event.preventDefault();
    moveClock('/clock', { now: new FormData(event.target).get('now') + ':00Z' });
  });
  document.getElementById('real').addEventListener('click', () => moveClock('/clock', { now: null }));
  repeat(showClock, 2000);`,
};
