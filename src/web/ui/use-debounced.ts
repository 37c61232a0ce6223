import { useEffect, useState } from 'react';

const debounceMs = 200;

/** Returns the last value that stayed the same for 200 ms. Memoize objects, because a new reference restarts the timer. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
