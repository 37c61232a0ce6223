/** The part of a mail's card on the sandbox's page that shows the mail as its reader sees it. */
export const mailView = {
  style: `
  .mail-frame { overflow-x: auto; margin-top: 12px; } .mail-frame iframe { display: block; height: 640px; border: 1px solid var(--line); border-radius: 12px; background: #fff; }`,
  script: `
  function mailView({ subject, html }) {
    if (!html) return [];
    const details = element('details', '');
    const frame = element('iframe', '', { title: subject, width: 375 });
    // Nothing of the mail runs, and its links open beside this page.
    frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
    const page = html.replace('<head>', '<head><base target="_blank">');
    // What the machine prefers is not asked: both can be looked at.
    const showIn = (dark) => { frame.srcdoc = page.replaceAll('(prefers-color-scheme: dark)', dark ? 'all' : 'not all'); };
    const choice = (name, change) => {
      const button = element('button', name, { type: 'button', className: 'quiet' });
      button.addEventListener('click', change);
      return button;
    };
    const choices = element('p', '');
    choices.append(
      choice('Phone', () => { frame.width = 375; }), ' ',
      choice('Desktop', () => { frame.width = 700; }), ' ',
      choice('Light', () => showIn(false)), ' ',
      choice('Dark', () => showIn(true)),
    );
    const around = element('div', '', { className: 'mail-frame', tabIndex: 0 });
    around.append(frame);
    details.append(element('summary', 'As mailed'), choices, around);
    details.addEventListener('toggle', () => showIn(false), { once: true });
    return [details];
  }`,
};
