import { useEffect, useRef } from 'react';

/** Calls `act` whenever the number is another than at the last look; not at the first. */
export function useOnChange(number: number, act: () => void): void {
  const last = useRef(number);
  useEffect(() => {
    if (last.current === number) return;
    last.current = number;
    act();
  }, [number, act]);
}
