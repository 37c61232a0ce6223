import { useEffect, useState } from 'react';
import { CLASS_PARAMETER } from '../../course/pages.ts';

/**
 * Brings the class that the address names into view and into focus, once, when its card is there. `isComplete` says
 * that no further card will come: what is not there by then is not looked for any more.
 */
export function useClassLink(isComplete: boolean): void {
  const [asked, setAsked] = useState(readAddress);
  useEffect(() => {
    if (asked === null) return;
    const heading = document.getElementById(`class-${asked}`);
    if (!heading && !isComplete) return;
    setAsked(null);
    heading?.closest('li')?.scrollIntoView({ block: 'center' });
    heading?.focus({ preventScroll: true });
  });
}

function readAddress(): number | null {
  const asked = new URLSearchParams(window.location.search).get(CLASS_PARAMETER);
  return asked && /^\d{1,2}$/.test(asked) ? Number(asked) : null;
}
