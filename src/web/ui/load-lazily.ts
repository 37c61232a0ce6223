import { type ComponentType, lazy } from 'react';

/** A script could not be fetched: offline, or a deploy has replaced the file. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * `lazy` for a named export, with a `ChunkLoadError` where the script cannot be fetched. `preload` fetches it
 * before it is rendered; if that fails, rendering it tries again.
 */
export function loadLazily<Props>(load: () => Promise<ComponentType<Props>>) {
  const component = lazy(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      (cause) => {
        throw new ChunkLoadError('A part of the portal could not be loaded.', { cause });
      },
    ),
  );
  return Object.assign(component, { preload: () => void load().catch(() => undefined) });
}
