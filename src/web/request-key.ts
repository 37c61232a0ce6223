import { useState } from 'react';

/**
 * Keys for requests that must not count twice when they are sent again because the answer was lost: the same key while
 * the same thing is tried again, another one for anything else and after `onSaved`.
 */
export function createRequestKeys() {
  let last: { thing: unknown; key: string } | undefined;
  return {
    keyFor(thing: unknown): string {
      if (!last || last.thing !== thing) last = { thing, key: randomKey() };
      return last.key;
    },
    onSaved(): void {
      last = undefined;
    },
  };
}

export function useRequestKeys() {
  return useState(createRequestKeys)[0];
}

/** Not `randomUUID`, which browsers have on https alone. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
