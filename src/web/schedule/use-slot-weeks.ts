import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import { staleUnlessFromPage } from '../site.ts';

interface SlotSource<Offer> {
  queryOf: (weekOffset: number) => { queryKey: QueryKey; queryFn: () => Promise<Offer> };
  /** Identifies the class or registration that the slots are for. When it changes, `firstWeek` is called again. */
  targetOf: (offer: Offer) => number;
  /** By default, starts from the first week with slots. */
  firstWeek?: (offer: Offer, weekOffset: number) => number;
}

interface ShownWeek<Offer> {
  weekOffset: number;
  target: number;
  offer: Offer;
}

interface WeeksState<Offer> {
  wantedOffset: number;
  lowestOffset: number;
  target: number | undefined;
  /** The week that was shown first. Undefined until then, or if the URL specified a week. */
  startOffset: number | undefined;
  /** Stays on screen until the next week is loaded, so that the page doesn't flicker. */
  shown: ShownWeek<Offer> | undefined;
}

export const noWeeks = {
  wantedOffset: 0,
  lowestOffset: Number.POSITIVE_INFINITY,
  target: undefined,
  startOffset: undefined,
  shown: undefined,
} as const;

/** If `target` is set, shows the requested week even if it has no slots. */
export type StartOfWeeks = Partial<
  Pick<WeeksState<unknown>, 'wantedOffset' | 'lowestOffset' | 'target'>
>;

interface AnyOffer {
  classes: Slot[];
  firstFutureWeek?: number | null | undefined;
}

function firstFreeWeek({ classes, firstFutureWeek }: AnyOffer, weekOffset: number): number {
  return classes.length > 0 ? weekOffset : (firstFutureWeek ?? weekOffset);
}

/** Returns the same object if nothing has changed, so that React doesn't render again. */
export function receiveOffer<Offer>(
  state: WeeksState<Offer>,
  offer: Offer,
  { targetOf, firstWeek }: Required<Omit<SlotSource<Offer>, 'queryOf'>>,
): WeeksState<Offer> {
  const { wantedOffset } = state;
  const target = targetOf(offer);
  if (target !== state.target) {
    const startOffset = firstWeek(offer, wantedOffset);
    return { ...state, target, startOffset, wantedOffset: startOffset };
  }
  if (offer === state.shown?.offer) return state;
  return {
    ...state,
    shown: { weekOffset: wantedOffset, target, offer },
    lowestOffset: Math.min(state.lowestOffset, wantedOffset),
  };
}

export interface SlotWeeks<Offer> extends WeeksState<Offer> {
  isLoading: boolean;
  error: Error | null;
  refetch: () => void;
  goToWeek: (weekOffset: number) => void;
}

export function useSlotWeeks<Offer extends AnyOffer>(
  source: SlotSource<Offer>,
  start: StartOfWeeks = {},
): SlotWeeks<Offer> {
  const [state, setState] = useState<WeeksState<Offer>>({ ...noWeeks, ...start });
  const { data, isFetching, error, refetch } = useQuery<Offer>({
    ...source.queryOf(state.wantedOffset),
    // Refetch a week each time it is shown, because slots expire and classes are moved.
    gcTime: 0,
    staleTime: staleUnlessFromPage,
    refetchOnReconnect: ({ state: { status } }) => (status === 'error' ? 'always' : false),
  });
  if (data && !isFetching && !error) {
    const next = receiveOffer(state, data, { firstWeek: firstFreeWeek, ...source });
    if (next !== state) setState(next);
  }
  return {
    ...state,
    isLoading: isFetching,
    error: isFetching ? null : error,
    refetch,
    goToWeek: (wantedOffset) => setState((last) => ({ ...last, wantedOffset })),
  };
}

/** Keeps the choice while other weeks are shown, until the slot is gone or full. */
export function useChosenSlot<S extends Slot>(
  shown: ShownWeek<{ classes: S[] }> | undefined,
  canOverbook = false,
) {
  const [choice, setChoice] = useState<ShownWeek<S>>();
  const choose = (slotId: number | undefined) => {
    const offer = shown?.offer.classes.find(({ id }) => id === slotId);
    setChoice(shown && offer && { ...shown, offer });
  };
  const chosen = choice && findChosen(choice, shown);
  return { chosen: chosen?.isFull && !canOverbook ? undefined : chosen, choose };
}

export function findChosen<S extends Slot>(
  choice: ShownWeek<S>,
  shown: ShownWeek<{ classes: S[] }> | undefined,
): S | undefined {
  if (!shown || shown.target !== choice.target) return undefined;
  if (shown.weekOffset !== choice.weekOffset) return choice.offer;
  return shown.offer.classes.find(({ id }) => id === choice.offer.id);
}
