import { type ComponentType, lazy } from 'react';

/** A part of the program could not be fetched: offline, or a deploy has replaced the file. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';
}

/**
 * `lazy` for a named export, with a failure that can be told from a fault in the part itself. `loadEarly`
 * fetches the part before anybody has asked to see it; if that fails, seeing it tries again.
 */
export function loadLazily<Props>(load: () => Promise<ComponentType<Props>>) {
  const part = lazy(() =>
    load().then(
      (part) => ({ default: part }),
      (cause) => {
        throw new PartNotLoaded('A part of the portal could not be loaded.', { cause });
      },
    ),
  );
  return Object.assign(part, { loadEarly: () => void load().catch(() => undefined) });
}
