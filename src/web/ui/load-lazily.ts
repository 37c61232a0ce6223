import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part of the program could not be fetched: offline, or a deploy has replaced the file. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';
}

/** `lazy` for a named export, with a failure that can be told from a fault in the part itself. */
export function loadLazily<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      (cause) => {
        throw new PartNotLoaded('A part of the portal could not be loaded.', { cause });
      },
    ),
  );
}
