import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Slot } from '../../contract/scheduling.ts';

interface WeekQuery<Offer> {
  queryKey: QueryKey;
  queryFn: () => Promise<Offer>;
}

interface Source<Offer> {
  ask: (weekOffset: number) => WeekQuery<Offer>;
  /** What the slots are for. Another purpose than before begins with a week of its own. */
  purposeOf: (offer: Offer) => number;
  /** The week to begin with, judged by the answer for the one that was asked first. */
  firstWeek: (offer: Offer, asked: number) => number;
}

interface ShownWeek<Offer> {
  weekOffset: number;
  offer: Offer;
}

export interface SlotWeeks<Offer> {
  /** What is on the screen. It stays there until what comes next is complete, so nothing flashes. */
  shown: ShownWeek<Offer> | undefined;
  wantedOffset: number;
  lowestOffset: number;
  isLoading: boolean;
  error: Error | null;
  askAgain: () => void;
  goTo: (weekOffset: number) => void;
}

/** Weeks of slots, one at a time. */
export function useSlotWeeks<Offer extends { classes: Slot[] }>(
  source: Source<Offer>,
): SlotWeeks<Offer> {
  const [wantedOffset, goTo] = useState(0);
  const [purpose, setPurpose] = useState<number>();
  const [shown, setShown] = useState<ShownWeek<Offer>>();
  const [lowestOffset, setLowestOffset] = useState(Number.POSITIVE_INFINITY);
  const week = useQuery<Offer>({
    ...source.ask(wantedOffset),
    // Slots pass and other classes move: a week that is looked at again is asked for again.
    gcTime: 0,
  });
  const { data, isFetching, error } = week;

  if (data && !isFetching && !error) {
    if (purpose !== source.purposeOf(data)) {
      setPurpose(source.purposeOf(data));
      goTo(source.firstWeek(data, wantedOffset));
    } else if (data !== shown?.offer) {
      setShown({ weekOffset: wantedOffset, offer: data });
      setLowestOffset(Math.min(lowestOffset, wantedOffset));
    }
  }
  return {
    shown,
    wantedOffset,
    lowestOffset,
    isLoading: isFetching,
    error: isFetching ? null : error,
    askAgain: week.refetch,
    goTo,
  };
}
