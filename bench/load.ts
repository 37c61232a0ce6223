import { once } from 'node:events';
import type { Order, Outcome } from './load-process.ts';
import { startProcess } from './processes.ts';

export type { Request } from './load-process.ts';

/** The load comes from a process of its own: it must not share a core with what it measures. */
export async function openLoad() {
  const { child, stop } = await startProcess<string>('bench/load-process.ts');
  return {
    async put(order: Order): Promise<Outcome> {
      const answered = once(child, 'message');
      child.send(order);
      const [outcome] = (await answered) as [Outcome];
      if (outcome.failed > 0) {
        throw new Error(`${outcome.failed} requests failed, such as ${order.requests[0]?.path}`);
      }
      return outcome;
    },
    stop,
  };
}

export type Load = Awaited<ReturnType<typeof openLoad>>;
