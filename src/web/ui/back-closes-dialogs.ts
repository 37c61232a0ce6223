import { useEffect, useEffectEvent } from 'react';

/**
 * Back closes the innermost dialog before it leaves the page. Every open dialog has a history entry of its own, with
 * the address of its page; `dialogs` in the entry's state counts them. Once a dialog is closed in another way, its entry
 * is gone back over, so that the next Back leaves the page.
 */
interface EntryState {
  dialogs?: number;
}

const closers: (() => void)[] = [];
const waiting: (() => void)[] = [];
/** `history.go` takes effect later, with a popstate. */
let isTraversing = false;

const countEntries = () => (window.history.state as EntryState | null)?.dialogs ?? 0;

function goBackOver(entries: number): void {
  isTraversing = true;
  window.history.go(-entries);
}

function settle(): void {
  if (isTraversing) return;
  const entries = countEntries();
  if (entries > closers.length) goBackOver(entries - closers.length);
  for (let dialogs = entries + 1; dialogs <= closers.length; dialogs += 1) {
    // Going back over the entry leaves the page where it is scrolled to.
    window.history.scrollRestoration = 'manual';
    window.history.pushState({ ...window.history.state, dialogs }, '');
  }
}

function onPopState(): void {
  const isOwn = isTraversing;
  isTraversing = false;
  if (countEntries() === 0) window.history.scrollRestoration = 'auto';
  if (!isOwn && countEntries() < closers.length) closers.at(-1)?.();
  for (const run of waiting.splice(0)) run();
  // A dialog that asks first or is saving is still open by then, and gets its entry back.
  setTimeout(settle);
}

/** To be called once, before anything is shown: a page that is loaded again has no dialog open. */
export function startDialogHistory(): void {
  window.addEventListener('popstate', onPopState);
  settle();
}

/** Runs once the page's own history entry is the current one: an address belongs there, not on top of a dialog. */
export function onPageEntry(run: () => void): void {
  const entries = countEntries();
  if (isTraversing || entries > 0) waiting.push(run);
  else run();
  if (!isTraversing && entries > 0) goBackOver(entries);
}

/** Has Back call `close` while the dialog is open. */
export function useBackToClose(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const closer = () => onBack();
    closers.push(closer);
    // Later, because one dialog may close as another opens.
    queueMicrotask(settle);
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      queueMicrotask(settle);
    };
  }, [isOpen]);
}
