import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import type { UnmatchedRetreat } from '../../contract/retreats.ts';
import { callApi, errorMessage, invalidate, useSingleMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { MatchRetreatForm, type RenderStudentPicker } from './match-retreat-form.tsx';

interface MatchRetreatsDialogProps {
  retreats: readonly UnmatchedRetreat[];
  renderStudentPicker: RenderStudentPicker;
  open: boolean;
  onClose: () => void;
}

const failure = 'Failed to match the retreat registration';

const matchRetreat = (id: number, student: StudentRow) =>
  callApi('POST /api/admin/retreat-registrations/:id/match', {
    params: { id },
    body: { personId: student.id },
  });

/** Waits for the short one only. */
async function refetchLists(client: QueryClient) {
  invalidate(client, 'GET /api/students');
  await invalidate(client, 'GET /api/admin/retreat-registrations/unmatched');
}

export function MatchRetreatsDialog(props: MatchRetreatsDialogProps) {
  const { retreats, renderStudentPicker, open, onClose } = props;
  const list = useRef<HTMLUListElement>(null);
  const client = useQueryClient();
  const match = useSingleMutation(matchRetreat, {
    onSuccess: async (_, [matched, student]) => {
      await refetchLists(client);
      toast({
        title: 'Retreat registration matched successfully',
        description: `It belongs to ${student.firstName} ${student.lastName} now.`,
      });
      if (retreats.some(({ id }) => id !== matched)) list.current?.focus();
      else onClose();
    },
    onError: (error) => {
      toastError(errorMessage(error, failure));
      refetchLists(client);
    },
  });
  const [matchedId] = match.variables ?? [];
  // The last one is shown while the dialog fades out.
  const [shown, setShown] = useState(retreats);
  if (retreats.length > 0 && retreats !== shown) setShown(retreats);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={match.isPending}
      tall
      returnTo="main"
      title="Match Retreat Registrations"
      description="The retreat site knows these guests by an email or phone that no account has."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Registrations"
        className="mt-5 mb-auto grid shrink-0 gap-4"
      >
        {shown.map((retreat) => (
          <MatchRetreatForm
            key={retreat.id}
            retreat={retreat}
            renderStudentPicker={renderStudentPicker}
            isBusy={match.isPending}
            isSaving={match.isPending && matchedId === retreat.id}
            problem={
              match.error && matchedId === retreat.id
                ? errorMessage(match.error, failure)
                : undefined
            }
            onMatch={(student) => match.mutate(retreat.id, student)}
          />
        ))}
      </ul>
      <DialogActions>
        <Button variant="outline" onClick={onClose} aria-disabled={match.isPending}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
