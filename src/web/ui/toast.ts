export const toastDurationMs = 5_000;

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** Must also be available elsewhere, because the toast disappears. */
  action?: { label: string; spoken: string; run: () => void } | undefined;
  durationMs?: number | undefined;
}

export interface ShownToast extends ToastMessage {
  id: number;
  open: boolean;
}

let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function toast(message: ToastMessage): void {
  count += 1;
  show({ ...message, id: count, open: true });
}

export function closeToast(id: number): void {
  if (shown?.id === id) show({ ...shown, open: false });
}

export function currentToast(): ShownToast | null {
  return shown;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** By default, shows the message in the response. */
export function toastOutcome<Data>(data: Data, describe?: (data: Data) => ToastMessage): void {
  const { message } = (data ?? {}) as { message?: string };
  if (describe) toast(describe(data));
  else if (message) toast({ title: message });
}

export function toastError(description: string, title = 'Error'): void {
  toast({ title, description, variant: 'destructive' });
}
