import { setTimeout as pause } from 'node:timers/promises';

const maxAttempts = 3;

/** Delivers webhooks one at a time, and tries each one up to three times. */
export function openWebhookQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosing = false;
  return {
    add<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
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
      isClosing = true;
      return last;
    },
  };

  async function repeat<Answer>(attempt: () => Promise<Answer | undefined>) {
    for (let count = 1; count <= maxAttempts && !isClosing; count += 1) {
      const answer = await attempt();
      if (answer !== undefined) return answer;
      if (count < maxAttempts) await pause(200 * count);
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
