import { setTimeout as pause } from 'node:timers/promises';

type Attempt<Answer> = (closing: AbortSignal) => Promise<Answer | undefined>;

const maxDelayMs = 5000;

/** Delivers webhooks one at a time. Repeats an attempt that returns undefined, up to `maxAttempts` times. */
export function openWebhookQueue({ maxAttempts = 3 } = {}) {
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    add<Answer>(attempt: Attempt<Answer>): Promise<Answer | undefined> {
      waiting += 1;
      const delivered = last
        .then(() => repeat(attempt))
        .finally(() => {
          waiting -= 1;
        });
      last = delivered;
      return delivered;
    },
    waiting: () => waiting,
    /** Resolves once every webhook has either been accepted or failed for good. */
    settled: () => last,
    close() {
      closing.abort();
      return last;
    },
  };

  async function repeat<Answer>(attempt: Attempt<Answer>) {
    for (let count = 1; count <= maxAttempts && !closing.signal.aborted; count += 1) {
      const answer = await attempt(closing.signal);
      if (answer !== undefined) return answer;
      const delay = Math.min(200 * count, maxDelayMs);
      if (count < maxAttempts) await pause(delay, undefined, closing).catch(() => {});
    }
    return undefined;
  }
}

/** Returns undefined if the call fails or takes longer than three seconds. */
export function postWebhook(
  url: string,
  headers: Record<string, string>,
  body: string | URLSearchParams,
  closing: AbortSignal[] = [],
): Promise<Response | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(3000), ...closing]);
  return fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined);
}
