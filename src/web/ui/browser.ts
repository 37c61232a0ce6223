/**
 * Returns whether the text is on the clipboard now; a browser may refuse, or have no clipboard on plain http.
 * A text that is still being fetched is passed as a promise: Safari lets a page write only while it handles
 * the click, and waits for the promise itself. Throws only what the promise does.
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

async function copyPromise(text: Promise<string>): Promise<boolean> {
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  // The caller awaits `text` and gets its error; this second promise must not end as an unhandled rejection.
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
  // Deprecated, and the only way where the clipboard API is missing or refused.
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/**
 * A tab whose address is not known yet. It is opened by the click itself: one that is opened after a response has
 * come is blocked as a pop-up. Null where the browser blocked it all the same.
 */
export function openWaitingTab(title: string, text: string): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = title;
  tab.document.body.textContent = text;
  return tab;
}

/** Has the browser download a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
