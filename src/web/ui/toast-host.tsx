import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { currentToast, onToastChange, type ShownToast } from './toast.ts';

type Toaster = ComponentType<{ shown: ShownToast }>;

const loadToaster = (): Promise<Toaster | null> =>
  import('./toaster.tsx').then(
    (chunk) => chunk.Toaster,
    () => null,
  );

/** The first toast often says that the connection is gone, too late to fetch what shows it. */
const settledAfterMs = 3_000;

/** Keeps the code that shows toasts out of the way of the first page; a failed load is tried again with the next toast. */
export function ToastHost() {
  const shown = useSyncExternalStore(onToastChange, currentToast);
  const [Toaster, setToaster] = useState<Toaster | null>(null);

  useEffect(() => {
    const timer = setTimeout(loadToaster, settledAfterMs);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (shown && !Toaster) loadToaster().then((loaded) => setToaster(() => loaded));
  }, [shown, Toaster]);

  return shown && Toaster && <Toaster shown={shown} />;
}
