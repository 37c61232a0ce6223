/** Set by public/early-click.js, unless that script hasn't loaded. */
declare global {
  var earlyClick: (((event: Event) => void) & { button?: HTMLElement | null }) | undefined;
}

/** Repeats a click from before React took over the page. If React has replaced the page, its button is gone. */
export function repeatEarlyClick(): void {
  const { earlyClick } = globalThis;
  if (!earlyClick) return;
  removeEventListener('click', earlyClick, true);
  globalThis.earlyClick = undefined;
  const { button } = earlyClick;
  // React first renders what its effects have changed.
  if (button) setTimeout(() => button.isConnected && button.click());
}
