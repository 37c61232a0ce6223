import { type NoteVendor, openVendorNotes, type Vendor } from '../platform/vendor-states.ts';
import { VendorProblem } from './vendor-problem.ts';

/**
 * The same port, of whose calls it is noted whether the vendor answers. Nothing waits for the note, and a call fares as
 * it would without it.
 */
export function watchVendor<Port extends object>(
  deps: Parameters<typeof openVendorNotes>[0],
  vendor: Vendor,
  port: Port,
): Port {
  const note = openVendorNotes(deps, vendor);
  const watched = Object.entries(port).map(([name, call]) => [
    name,
    typeof call === 'function' ? (...input: unknown[]) => watch(note, call(...input)) : call,
  ]);
  return Object.fromEntries(watched);
}

/** What is no promise was worked out without the vendor. */
function watch(note: NoteVendor, result: unknown): unknown {
  if (!(result instanceof Promise)) return result;
  return result.then(
    (value) => {
      note({ state: 'works' });
      return value;
    },
    (error) => {
      if (error instanceof VendorProblem) note(stateAfter(error));
      throw error;
    },
  );
}

/** Limits by the second are part of the day's work. */
const shortLimitSeconds = 5 * 60;

/** A refusal is an answer, too. */
function stateAfter(problem: VendorProblem<string>): Parameters<NoteVendor>[0] {
  const { kind, message: reason, retryAfterSeconds: seconds = 0 } = problem;
  if (kind === 'down') return { state: 'fails', reason };
  const isLimited = kind === 'busy' && seconds > shortLimitSeconds;
  return isLimited ? { state: 'limited', reason, seconds } : { state: 'works' };
}
