import { useEffect, useEffectEvent } from 'react';

/**
 * Back closes the innermost dialog instead of leaving the page. Every open dialog has its own history entry with the
 * page's URL, and `dialogs` in the entry's state counts the open dialogs. When a dialog closes any other way, we go
 * back past its entry.
 */
const closers: (() => void)[] = [];
const waiting: (() => void)[] = [];
/** True from a call to `history.go`, which is asynchronous, until the popstate event. */
let isTraversing = false;

const countEntries = () => (window.history.state as { dialogs?: number } | null)?.dialogs ?? 0;

function goBackOver(entries: number): void {
  isTraversing = true;
  window.history.go(-entries);
}

function settle(): void {
  if (isTraversing) return;
  const entries = countEntries();
  if (entries > closers.length) goBackOver(entries - closers.length);
  for (let dialogs = entries + 1; dialogs <= closers.length; dialogs += 1) {
    // Keep the browser from scrolling the page when we go back past this entry.
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
  // A dialog that is saving or asking for confirmation stays open, so it needs a new history entry.
  setTimeout(settle);
}

/** Call this once, before the first render. It also goes back past dialog entries from before a reload. */
export function startDialogHistory(): void {
  window.addEventListener('popstate', onPopState);
  settle();
}

/** Goes back past the history entries of open dialogs, if there are any, and then calls `run`. */
export function onPageEntry(run: () => void): void {
  const entries = countEntries();
  if (isTraversing || entries > 0) waiting.push(run);
  else run();
  if (!isTraversing && entries > 0) goBackOver(entries);
}

export function useBackToClose(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const closer = () => onBack();
    closers.push(closer);
    // Deferred, so that a dialog that opens just as another one closes can reuse its history entry.
    queueMicrotask(settle);
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      queueMicrotask(settle);
    };
  }, [isOpen]);
}
