import { useEffect, useRef, useState } from 'react';
import { type ToastMessage, toast, toastError } from './toast.ts';

/**
 * Returns false if the browser doesn't allow copying. To copy text that is still loading, pass a promise, because
 * Safari only allows copying while it handles a click. Throws only if the promise rejects.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  if (typeof text !== 'string' && (await copyPromise(text))) return true;
  const ready = await text;
  try {
    await navigator.clipboard.writeText(ready);
    return true;
  } catch {
    return copyBySelection(ready);
  }
}

export async function copyWithToast(text: string, copied: ToastMessage, failedTitle: string) {
  if (await copyText(text)) toast(copied);
  else toastError('Please select it and copy it manually.', failedTitle);
}

async function copyPromise(text: Promise<string>): Promise<boolean> {
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  // Prevent an unhandled rejection. The caller already handles a rejection of `text`.
  blob.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return false;
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  // `execCommand` is deprecated, but it is the only option without the clipboard API.
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/**
 * Opens a tab that shows `text` until we know its address. Call `open` during a click, because browsers block tabs
 * opened later.
 */
export function useWaitingTab(title: string, text: string) {
  const opened = useRef<Window>(null);
  const close = () => opened.current?.close();
  return {
    open(): void {
      const tab = window.open('', '_blank');
      opened.current = tab;
      if (!tab) return;
      tab.opener = null;
      tab.document.title = title;
      tab.document.body.textContent = text;
    },
    /** Returns false if the browser blocked the tab. */
    goTo(address: string): boolean {
      opened.current?.location.replace(address);
      return opened.current !== null;
    },
    close,
    giveUp(problem: string, description: string): void {
      close();
      toastError(description, problem);
    },
  };
}

export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Delayed, because Safari doesn't read the URL until after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns false during the first render, to match the HTML from the server. */
export function useBrowserFact(read: () => boolean): boolean {
  const [isTrue, setTrue] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read only once
  useEffect(() => setTrue(read()), []);
  return isTrue;
}

/** Returns null if `run` throws, for example because the browser blocks storage. */
export function tryStorage<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch {
    return null;
  }
}
