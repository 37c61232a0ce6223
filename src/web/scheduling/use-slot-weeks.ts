import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Slot } from '../../contract/scheduling.ts';
import { staleUnlessFromPage } from '../page-answers.ts';

interface WeekQuery<Offer> {
  queryKey: QueryKey;
  queryFn: () => Promise<Offer>;
}

interface SlotSource<Offer> {
  queryOf: (weekOffset: number) => WeekQuery<Offer>;
  /** The class or registration that the slots are for. Another one than before starts from its own first week. */
  targetOf: (offer: Offer) => number;
  /** The week to start from, judged by the first offer for a target. */
  firstWeek: (offer: Offer, weekOffset: number) => number;
}

interface ShownWeek<Offer> {
  weekOffset: number;
  offer: Offer;
}

interface WeeksState<Offer> {
  wantedOffset: number;
  lowestOffset: number;
  target: number | undefined;
  /** What is on the screen. It stays there until the next week is loaded, so nothing flashes. */
  shown: ShownWeek<Offer> | undefined;
}

export const noWeeks = {
  wantedOffset: 0,
  lowestOffset: Number.POSITIVE_INFINITY,
  target: undefined,
  shown: undefined,
} as const;

/** The state once the offer of the wanted week is loaded; the same object where nothing changes. */
export function receiveOffer<Offer>(
  state: WeeksState<Offer>,
  offer: Offer,
  { targetOf, firstWeek }: Pick<SlotSource<Offer>, 'targetOf' | 'firstWeek'>,
): WeeksState<Offer> {
  const { wantedOffset } = state;
  const target = targetOf(offer);
  if (target !== state.target) {
    return { ...state, target, wantedOffset: firstWeek(offer, wantedOffset) };
  }
  if (offer === state.shown?.offer) return state;
  return {
    ...state,
    shown: { weekOffset: wantedOffset, offer },
    lowestOffset: Math.min(state.lowestOffset, wantedOffset),
  };
}

export interface SlotWeeks<Offer> extends Omit<WeeksState<Offer>, 'target'> {
  isLoading: boolean;
  error: Error | null;
  refetch: () => void;
  goToWeek: (weekOffset: number) => void;
}

/** Weeks of slots, one at a time. */
export function useSlotWeeks<Offer extends { classes: Slot[] }>(
  source: SlotSource<Offer>,
): SlotWeeks<Offer> {
  const [state, setState] = useState<WeeksState<Offer>>(noWeeks);
  const { data, isFetching, error, refetch } = useQuery<Offer>({
    ...source.queryOf(state.wantedOffset),
    // Slots pass and other classes move: a week that is shown again is fetched again.
    gcTime: 0,
    staleTime: staleUnlessFromPage,
  });
  if (data && !isFetching && !error) {
    const next = receiveOffer(state, data, source);
    if (next !== state) setState(next);
  }
  return {
    shown: state.shown,
    wantedOffset: state.wantedOffset,
    lowestOffset: state.lowestOffset,
    isLoading: isFetching,
    error: isFetching ? null : error,
    refetch,
    goToWeek: (wantedOffset) => setState((last) => ({ ...last, wantedOffset })),
  };
}
