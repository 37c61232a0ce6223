import { useEffect } from 'react';

export const portalName = 'Course Portal';

let shownPath = globalThis.location?.pathname;
let focused: HTMLElement | undefined;

function focusHeading(): void {
  const main = document.querySelector('main');
  if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return;
  focused = main.querySelector('h1') ?? main;
  focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
}

/** Sets the title. Also focuses a new page's heading, because screen readers don't announce route changes. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${portalName}`;
    if (shownPath === window.location.pathname) return;
    shownPath = window.location.pathname;
    focusHeading();
  }, [title]);
  // Focus the new heading, because focus is lost when a skeleton's heading is replaced.
  useEffect(() => {
    if (focused && !focused.isConnected) focusHeading();
  });
}
