import { useEffect } from 'react';

export const portalName = 'Course Portal';

let shownPath = window.location.pathname;
/** What was given the focus when the page changed. */
let focused: HTMLElement | undefined;

function focusHeading(): void {
  const main = document.querySelector('main');
  if (!main || (main !== document.activeElement && main.contains(document.activeElement))) return;
  focused = main.querySelector('h1') ?? main;
  focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
}

/**
 * Sets the document's title. Screen readers announce a page that the browser loads; a change of page within the
 * portal is announced by moving the focus to the new heading.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${portalName}`;
    if (shownPath === window.location.pathname) return;
    shownPath = window.location.pathname;
    focusHeading();
  }, [title]);
  // A skeleton's heading goes with the skeleton, and would take the focus along.
  useEffect(() => {
    if (focused && !focused.isConnected) focusHeading();
  });
}
