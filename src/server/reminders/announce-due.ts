type Listener = (due: Date) => void;

const listeners = new Set<Listener>();

/** To be called for every reminder that this process plans, so that its watch need not ask the database. */
export function announceDue(times: Date[]): void {
  for (const due of times) for (const listener of listeners) listener(due);
}

/** Answers how to stop listening. */
export function listenForDue(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
