import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address, AnswerTo } from '../../contract/contract.ts';
import { type Given, refresh, useChange } from '../call.ts';

interface Saving<A extends Address> {
  /** Those behind the dialog, in this order: they show the change by the time it is gone. */
  lists: readonly Address[];
  onBusy: (isSaving: boolean) => void;
  onSaved: (answer: AnswerTo<A>) => void;
  onRefused: (error: Error) => void;
}

/** Saves what a dialog holds. Refused, the lists are asked for again, too: somebody else may have been quicker. */
export function useSaving<A extends Address>(
  address: A,
  { lists, onBusy, onSaved, onRefused }: Saving<A>,
) {
  const client = useQueryClient();
  const [isSettling, setSettling] = useState(false);
  const refreshLists = async () => {
    for (const list of lists) await refresh(client, list);
  };
  const change = useChange(address, {
    onSuccess: async (answer) => {
      setSettling(true);
      await refreshLists();
      onBusy(false);
      onSaved(answer);
    },
    onError: (error) => {
      onBusy(false);
      onRefused(error);
      refreshLists();
    },
  });
  return {
    isSaving: change.state === 'pending' || isSettling,
    refusal: change.error,
    save: (...given: Given<A>) => {
      onBusy(true);
      change.make(...given);
    },
  };
}
