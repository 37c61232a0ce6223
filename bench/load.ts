import { once } from 'node:events';
import type { LoadPlan, LoadResult } from './load-process.ts';
import { startProcess } from './processes.ts';

export type { Request } from './load-process.ts';

/** Runs the load generator in a separate process, so that it isn't part of the measurement. */
export async function openLoad() {
  const { child, stop } = await startProcess<string>('bench/load-process.ts');
  return {
    async run(plan: LoadPlan): Promise<LoadResult> {
      const answered = once(child, 'message');
      child.send(plan);
      const [result] = (await answered) as [LoadResult];
      const failed = result.failed + (plan.canBeShed ? 0 : result.shed);
      if (failed > 0) {
        throw new Error(`${failed} requests failed, for example ${plan.requests[0]?.path}`);
      }
      return result;
    },
    stop,
  };
}

export type Load = Awaited<ReturnType<typeof openLoad>>;
