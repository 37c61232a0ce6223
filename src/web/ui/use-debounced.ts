import { useEffect, useState } from 'react';

const debounceMs = 200;

/** Returns the value once it hasn't changed for a moment. An object must be the same object on every render. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
