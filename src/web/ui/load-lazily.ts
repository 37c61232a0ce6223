import { type ComponentType, createElement, lazy, useState } from 'react';

/** A script could not be fetched: offline, or a deploy has replaced the file. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * `lazy` for a named export, with a `ChunkLoadError` where the script cannot be fetched. `preload` fetches it
 * before it is rendered; if that fails, rendering it tries again. What is there by then is rendered at once: `lazy` would
 * show the fallback first, and React lets that stand for 300 ms.
 */
export function loadLazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const remember = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(() =>
    remember().then(
      (component) => ({ default: component }),
      (cause) => {
        throw new ChunkLoadError('A part of the portal could not be loaded.', { cause });
      },
    ),
  );
  function Part(props: Props) {
    // The same one for as long as it is mounted: another would lose its state.
    const [Shown] = useState(() => loaded ?? (Lazy as unknown as ComponentType<Props>));
    return createElement(Shown, props);
  }
  return Object.assign(Part, {
    preload: () =>
      remember().then(
        () => undefined,
        () => undefined,
      ),
  });
}
