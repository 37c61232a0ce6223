import type { ReactNode } from 'react';

export const ignore = () => undefined;
export const row = 'flex flex-wrap items-center gap-3';

export const keysOf = <Key extends string>(table: Record<Key, unknown>) =>
  Object.keys(table) as Key[];

export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-labelledby={name} className="mt-6">
      <h2 id={name} className="mb-2 font-semibold text-lg">
        {name}
      </h2>
      <div className="grid gap-3">{children}</div>
    </section>
  );
}

type State = 'hover' | 'focus' | 'active';

/** The journey puts the controls inside into this state. On your own screen, use the mouse and the Tab key. */
export function Forced({ state, children }: { state?: State | undefined; children: ReactNode }) {
  return (
    <div data-force={state} className="contents">
      {children}
    </div>
  );
}
