/** Counts the API calls that this node has received, so that long work can tell if others are waiting. */
let calls = 0;

export function noteCall(): void {
  calls += 1;
}

export const callsSoFar = () => calls;
