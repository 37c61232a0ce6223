import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { retreatTitle } from '../../course/retreat.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { refetchRetreats } from './queries.ts';

interface DetachRetreatDialogProps {
  person: { id: number; firstName: string };
  retreat: { id: number; title: string; isEnteredByHand: boolean };
  open: boolean;
  onClose: () => void;
}

/** Undoes a match, or removes what an admin has entered. */
export function DetachRetreatDialog(props: DetachRetreatDialogProps) {
  const { person, retreat, open, onClose } = props;
  const client = useQueryClient();
  const [isNotOurs, setNotOurs] = useState(false);
  const detach = useApiMutation('POST /api/admin/retreat-registrations/:id/detach', {
    onSuccess: async () => {
      await refetchRetreats(client);
      toast({
        title: retreat.isEnteredByHand ? 'Retreat removed' : 'Match undone',
        description: `${person.firstName} no longer sees it.`,
      });
      onClose();
    },
  });
  const close = () => {
    detach.reset();
    onClose();
  };
  const { isEnteredByHand } = retreat;
  const title = retreatTitle(retreat.title);
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={isEnteredByHand ? 'Remove this retreat?' : 'Undo this match?'}
      description={
        isEnteredByHand
          ? `“${title}” was entered by hand. It is taken off the schedule and the calendar of ${person.firstName}, who is not written to.`
          : `“${title}” no longer belongs to ${person.firstName}, who is not written to. It goes back to the registrations that are to be matched, and nothing that the retreat site says later matches it again by itself.`
      }
      confirmText={isEnteredByHand ? 'Remove Retreat' : 'Undo Match'}
      pendingText="Saving..."
      isPending={detach.isPending}
      problem={
        detach.error
          ? errorMessage(detach.error, 'It could not be saved. Please try again.')
          : undefined
      }
      onConfirm={() =>
        detach.mutate({
          params: { id: retreat.id },
          body: { personId: person.id, isNotOurs: isNotOurs && !isEnteredByHand },
        })
      }
    >
      {!isEnteredByHand && (
        <div className="mt-3">
          <Checkbox
            label="It is not ours at all: leave it out of that list"
            checked={isNotOurs}
            onChange={setNotOurs}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
