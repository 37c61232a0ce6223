import {
  type ComponentType,
  createElement,
  Suspense,
  use,
  useEffect,
  useState,
  useTransition,
} from 'react';
import { readCopiedAt } from '../site.ts';
import { PartFailed, type PartFailedProps, PartLoading } from './part-failed.tsx';

interface LazyOptions {
  Failed?: ComponentType<PartFailedProps>;
  /** Loads the script when the component is first shown instead of preloading it. */
  isOnDemand?: boolean;
}

/** This delay keeps preloading from competing with the page's own requests. */
export const settledAfterMs = 3_000;

let startPreloading: () => void;
const preloading = new Promise<void>((resolve) => {
  startPreloading = resolve;
});

/** Call this after sign-in, because the login page doesn't need the dialogs. */
export const preloadParts = () => startPreloading();

/** Throws when offline. Call this before importing a script, because some browsers never retry a script that failed. */
const reachPortal = () => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });

type Lazy<Module> = {
  readonly [Name in keyof Module]: Module[Name] & { preload: () => Promise<void> };
};

/**
 * Returns the components of a module that is loaded later: `const { NoteDialog } = lazily(() =>
 * import('./note-dialog.tsx'))`. Dialogs don't need a `Suspense` around them.
 */
export function lazily<Module extends object>(
  load: () => Promise<Module>,
  options: LazyOptions = {},
): Lazy<Module> {
  const pick = (name: keyof Module) => async () =>
    (await load())[name] as ComponentType<Record<never, never>>;
  return new Proxy({} as Lazy<Module>, {
    get: (_, name) => loadLazily(pick(name as keyof Module), options),
  });
}

/**
 * Returns a component whose script is preloaded in the background, unless `isOnDemand` is set, or loaded when the
 * component is first shown. If loading fails, only this part of the page shows an error. Unlike a `React.lazy`
 * component, it can retry, and it renders as soon as it is loaded, without React's 300 ms delay.
 */
function loadLazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Failed = PartFailed, isOnDemand = false }: LazyOptions = {},
) {
  let loaded: ComponentType<Props> | undefined;
  let hasFailed = false;
  let attempt: Promise<ComponentType<Props> | null> | undefined;
  const tryToLoad = async () => {
    try {
      // If this page is an offline copy, the service worker can provide the scripts, even without a connection.
      if ((navigator.onLine === false && !readCopiedAt()) || hasFailed) await reachPortal();
      loaded = await load();
      return loaded;
    } catch {
      hasFailed = true;
      return null;
    }
  };
  const loadOnce = () => {
    attempt ??= tryToLoad();
    return attempt;
  };
  const preload = async () => {
    if (!(await loadOnce())) attempt = undefined;
  };
  if (!isOnDemand) preloading.then(() => setTimeout(preload, settledAfterMs));

  function Part(props: Props) {
    // Pick the component only once, because switching it while mounted would lose its state.
    const [Shown] = useState(() => loaded ?? Waiting);
    const part = createElement(Shown, props);
    const { open, onClose } = props as Pick<PartFailedProps, 'open' | 'onClose'>;
    if (!onClose) return part;
    const fallback = open && createElement(PartLoading, { onClose });
    return createElement(Suspense, { fallback }, part);
  }

  function Waiting(props: Props) {
    const [current, setCurrent] = useState(loadOnce);
    const [tries, setTries] = useState(0);
    const [isRetrying, startRetry] = useTransition();
    useEffect(
      () => () => {
        if (!loaded) attempt = undefined;
      },
      [],
    );
    const Shown = use(current);
    if (Shown) return createElement(Shown, props);
    const onRetry = () =>
      startRetry(() => {
        attempt = undefined;
        setCurrent(loadOnce());
        setTries(tries + 1);
      });
    return createElement(Failed, { ...props, tries, isRetrying, onRetry });
  }
  return Object.assign(Part, { preload });
}
