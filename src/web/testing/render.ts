import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';

let root: Root | undefined;

/** Doesn't use `act`, which needs React's slow development build and skips lazy components. */
export function render(content: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  const made = createRoot(container);
  flushSync(() => made.render(content));
  root = made;
}

export function cleanUp(): void {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
}
