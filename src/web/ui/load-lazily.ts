import {
  type ComponentType,
  createElement,
  Suspense,
  use,
  useEffect,
  useState,
  useTransition,
} from 'react';
import { PartFailed, type PartFailedProps, PartLoading } from './part-failed.tsx';

interface LazyOptions {
  /** Shown if the script could not be loaded: offline, or replaced by a deploy. */
  Failed?: ComponentType<PartFailedProps>;
  /** Loaded when first shown, not ahead of time. */
  isOnDemand?: boolean;
}

/** Late enough not to compete with the page's own requests. */
export const settledAfterMs = 3_000;

let startPreloading: () => void;
const preloading = new Promise<void>((resolve) => {
  startPreloading = resolve;
});

/** Called once someone is signed in: the login page needs none of the dialogs in its script. */
export const preloadParts = () => startPreloading();

/** Throws without a network. Some browsers never retry a failed script, so none is requested until this succeeds. */
const reachPortal = () => fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });

type Lazy<Module> = {
  readonly [Name in keyof Module]: Module[Name] & { preload: () => Promise<void> };
};

/**
 * The components of a module that is loaded later: `const { NoteDialog } = lazily(() => import('./note-dialog.tsx'))`.
 * Dialogs need no `Suspense` around them.
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
 * A component whose script is loaded when the page has settled, or when it is first shown. If that fails, only this
 * part of the page shows it. Unlike `React.lazy`, it renders at once when loaded, without React's 300 ms of fallback, and
 * can retry.
 */
export function loadLazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Failed = PartFailed, isOnDemand = false }: LazyOptions = {},
) {
  let loaded: ComponentType<Props> | undefined;
  let hasFailed = false;
  let attempt: Promise<ComponentType<Props> | null> | undefined;
  const tryToLoad = async () => {
    try {
      if (!navigator.onLine || hasFailed) await reachPortal();
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
    // Fixed while it is mounted: another component would lose the state.
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
