import { useState } from 'react';

/** `keyFor` returns the same key until the value changes or `onSaved` is called, so the server recognizes retries. */
export function createRequestKeys() {
  let last: { value: unknown; key: string } | undefined;
  return {
    keyFor(value: unknown): string {
      if (!last || last.value !== value) last = { value, key: randomKey() };
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

/** Doesn't use `randomUUID`, which browsers only offer over HTTPS. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
