/** Set by public/early-click.js, unless that script hasn't loaded. */
declare global {
  var earlyClick: (((event: Event) => void) & { button?: HTMLElement | null }) | undefined;
}

/** Call this just before React takes over the page. It handles later clicks itself, and they must not count twice. */
export function takeEarlyClick(): void {
  const { earlyClick } = globalThis;
  if (earlyClick) removeEventListener('click', earlyClick, true);
}

/** If React has replaced the page instead of taking it over, its button is gone. */
export function repeatEarlyClick(): void {
  const early = globalThis.earlyClick?.button;
  globalThis.earlyClick = undefined;
  // React first renders what its effects have changed.
  if (early) setTimeout(() => early.isConnected && early.click());
}
