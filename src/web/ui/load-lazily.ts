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
  /** Shown where the script could not be fetched: offline, or a deploy has replaced the file. */
  Failed?: ComponentType<PartFailedProps>;
  /** Fetched when it is first shown and not ahead of time. */
  isOnDemand?: boolean;
}

/** Late enough not to compete with what the page itself asks for. */
const settledAfterMs = 3_000;

/**
 * Throws without a network. Some browsers remember a script that could not be fetched for as long as the page is open, so
 * none is asked for before it can come.
 */
function reachPortal(): Promise<unknown> {
  return fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
}

type Lazy<Module> = {
  readonly [Name in keyof Module]: Module[Name] & { preload: () => Promise<void> };
};

/**
 * The components of a module that is fetched later: `const { NoteDialog } = lazily(() => import('./note-dialog.tsx'))`.
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
 * A component whose script is fetched when the page that may show it has settled, or at the latest when it is shown.
 * Without the script it fails in its own place: the page around it stays as it is. What is there already is rendered at
 * once; `React.lazy` would show the fallback first, which React keeps for 300 ms, and would never try again.
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
  const loadAgain = () => {
    attempt = undefined;
    return loadOnce();
  };
  const preload = async () => {
    const component = await loadOnce();
    if (!component) attempt = undefined;
  };
  if (!isOnDemand) setTimeout(preload, settledAfterMs);

  function Part(props: Props) {
    // The same one for as long as it is mounted: another would lose its state.
    const [Shown] = useState(() => loaded ?? Waiting);
    const part = createElement(Shown, props);
    const { open, onClose } = props as Pick<PartFailedProps, 'open' | 'onClose'>;
    if (!onClose) return part;
    // A dialog shows that it is on its way; of anything else the page around it does.
    return createElement(
      Suspense,
      { fallback: open && createElement(PartLoading, { onClose }) },
      part,
    );
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
    const retry = () =>
      startRetry(() => {
        setCurrent(loadAgain());
        setTries(tries + 1);
      });
    return createElement(Failed, { ...props, tries, isRetrying, onRetry: retry });
  }
  return Object.assign(Part, { preload });
}
