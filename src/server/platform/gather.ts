interface Call<In, Out> {
  one: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

/**
 * Returns a function whose calls share a single `run` if they come in the same turn of the event loop, for example from
 * jobs of one batch, and are of the same group. `run` returns the results in the same order. If it throws, all of its
 * calls fail.
 */
export function gather<In, Out>(
  run: (all: In[]) => Promise<Out[]>,
  groupOf = (_one: In) => '',
  most = Number.POSITIVE_INFINITY,
): (one: In) => Promise<Out> {
  const open = new Map<string, Call<In, Out>[]>();

  return (one) => {
    const { promise, resolve, reject } = Promise.withResolvers<Out>();
    const group = groupOf(one);
    const calls = open.get(group) ?? [];
    if (calls.push({ one, resolve, reject }) === 1) {
      open.set(group, calls);
      setImmediate(async () => {
        if (open.get(group) === calls) open.delete(group);
        try {
          const results = await run(calls.map((call) => call.one));
          calls.forEach((call, at) => {
            call.resolve(results[at] as Out);
          });
        } catch (error) {
          for (const call of calls) call.reject(error);
        }
      });
    }
    if (calls.length === most) open.delete(group);
    return promise;
  };
}
