// Pages from the server can be read before their scripts load. Until then, this remembers the button that someone
// clicked last, and app/early-click.ts clicks it again.
globalThis.earlyClick = ({ target }) => {
  globalThis.earlyClick.button = target.closest('button');
};
addEventListener('click', globalThis.earlyClick, true);
