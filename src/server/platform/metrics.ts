import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readBuild } from './build-info.ts';

/** docs/operating/running.md explains the metrics. Labels must have few distinct values. */
export const processMetrics = new Registry();
const registers = [processMetrics];

new Gauge({
  name: 'portal_build_info',
  help: 'Always 1. The labels say which build is running, on which version of Node',
  labelNames: ['version', 'build', 'built', 'node'],
  registers,
}).set({ ...readBuild(), node: process.version }, 1);

export type JobOutcome = 'completed' | 'postponed' | 'failed' | 'dead';

export const jobSeconds = new Histogram<'queue' | 'outcome'>({
  name: 'portal_job_duration_seconds',
  help: 'How long each attempt at a job took, by outcome: completed, postponed, failed with attempts left, or dead',
  labelNames: ['queue', 'outcome'],
  buckets: [0.05, 0.3, 1, 3, 10, 30],
  registers,
});

const callSeconds = new Histogram<'vendor' | 'call' | 'outcome'>({
  name: 'portal_vendor_call_duration_seconds',
  help: 'How long a vendor took to respond, by outcome: ok, refused, limited, failed (an error at the vendor), timeout or unreachable',
  labelNames: ['vendor', 'call', 'outcome'],
  buckets: [0.1, 0.3, 1, 3, 10],
  registers,
});

type CallOutcome = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout' | 'unreachable';

const messages = new Counter<'channel' | 'outcome'>({
  name: 'portal_messages_total',
  help: 'Emails and texts by outcome: sent (accepted by the provider), refused for good, waiting for a retry, opted_out, and for texts what the carrier reported: delivered or undelivered',
  labelNames: ['channel', 'outcome'],
  registers,
});

const outcomesOf = {
  email: ['sent', 'refused', 'waiting'],
  text: ['sent', 'refused', 'waiting', 'opted_out', 'delivered', 'undelivered'],
} as const;

// Start each counter at 0, so that the first message counts as an increase.
for (const [channel, outcomes] of Object.entries(outcomesOf)) {
  for (const outcome of outcomes) messages.inc({ channel, outcome }, 0);
}

export function countMessage<C extends keyof typeof outcomesOf>(
  channel: C,
  outcome: (typeof outcomesOf)[C][number],
): void {
  messages.inc({ channel, outcome });
}

const signIns = new Counter<'step' | 'outcome'>({
  name: 'portal_sign_ins_total',
  help: 'Attempts to sign in, by step (request, account, link, code, passkey) and outcome, such as signed-in, unknown, limited or code-wrong',
  labelNames: ['step', 'outcome'],
  registers,
});

/** In the `account` step, a job looks up the account for a login request. */
export type SignInStep = 'request' | 'account' | 'link' | 'code' | 'passkey';

export function countSignIn(step: SignInStep, outcome: string): void {
  signIns.inc({ step, outcome });
}

// The alerts and the Grafana dashboard query these counters, so they must exist before anyone signs in.
for (const outcome of ['sent', 'unknown']) signIns.inc({ step: 'account', outcome }, 0);
for (const step of ['link', 'code', 'passkey']) signIns.inc({ step, outcome: 'signed-in' }, 0);

interface Call {
  vendor: 'zoom' | 'twilio' | 'mail';
  call: string;
}

export async function measureHttp<Answer extends { status: number }>(
  call: Call,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return measureCall(call, ask, outcomeOf, ({ name }) =>
    name === 'TimeoutError' ? 'timeout' : 'unreachable',
  );
}

/** Measures a call to a vendor. `whyFailed` returns the outcome to record for an error, which is then rethrown. */
export async function measureCall<Answer>(
  call: Call,
  ask: () => Promise<Answer>,
  read: (answer: Answer) => CallOutcome,
  whyFailed: (error: Error) => CallOutcome,
): Promise<Answer> {
  const startedAt = performance.now();
  const note = (outcome: CallOutcome) =>
    callSeconds.observe({ ...call, outcome }, (performance.now() - startedAt) / 1000);
  try {
    const answer = await ask();
    note(read(answer));
    return answer;
  } catch (error) {
    note(whyFailed(error as Error));
    throw error;
  }
}

function outcomeOf({ status }: { status: number }): CallOutcome {
  if (status === 429) return 'limited';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}
