import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import type { UnmatchedRetreat } from '../../contract/retreats.ts';
import { callApi, errorMessage, useSingleMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { DismissedRetreats } from './dismissed-retreats.tsx';
import { MatchRetreatForm, type RenderStudentPicker } from './match-retreat-form.tsx';
import { refetchRetreats } from './queries.ts';

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

const dismissRetreat = (id: number) =>
  callApi('POST /api/admin/retreat-registrations/:id/dismiss', { params: { id } });

export function MatchRetreatsDialog(props: MatchRetreatsDialogProps) {
  const { retreats, renderStudentPicker, open, onClose } = props;
  const list = useRef<HTMLUListElement>(null);
  const client = useQueryClient();
  // The last one is shown while the dialog fades out, or says that somebody else has matched it.
  const [shown, setShown] = useState(retreats);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) setWasOpen(open);
  const isNew = retreats.length > 0 || (open && !wasOpen);
  if (isNew && retreats !== shown) setShown(retreats);
  // Not taken from `shown`, into which a render would put back what the list has until it is told of the change.
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const listed = shown.filter(({ id }) => !dismissed.includes(id));
  const match = useSingleMutation(matchRetreat, {
    onSuccess: async (_, [matched, student]) => {
      await refetchRetreats(client);
      toast({
        title: 'Retreat registration matched successfully',
        description: `It belongs to ${student.firstName} ${student.lastName} now.`,
      });
      if (retreats.some(({ id }) => id !== matched)) list.current?.focus();
      else onClose();
    },
    onError: (error) => {
      toastError(errorMessage(error, failure));
      refetchRetreats(client);
    },
  });
  const dismiss = useSingleMutation(dismissRetreat, {
    onSuccess: async (_, [id]) => {
      await refetchRetreats(client);
      setDismissed((ids) => [...ids, id]);
      toast({ title: 'Not ours', description: 'You can bring it back at the end of this list.' });
      list.current?.focus();
    },
    onError: (error) => {
      toastError(errorMessage(error, 'It could not be taken out of the list.'));
      refetchRetreats(client);
    },
  });
  const isBusy = match.isPending || dismiss.isPending;
  const [dismissedId] = dismiss.variables ?? [];
  const [matchedId] = match.variables ?? [];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      tall
      returnTo="main"
      title="Match Retreat Registrations"
      description="Nobody here has the email or phone of these guests of the retreat site. Say who each one is, or that they are not ours."
    >
      <ul ref={list} tabIndex={-1} aria-label="Registrations" className="mt-5 grid shrink-0 gap-4">
        {listed.map((retreat) => (
          <MatchRetreatForm
            key={retreat.id}
            retreat={retreat}
            renderStudentPicker={renderStudentPicker}
            isBusy={isBusy}
            isSaving={match.isPending && matchedId === retreat.id}
            onMatch={(student) => match.mutate(retreat.id, student)}
            isDismissing={dismiss.isPending && dismissedId === retreat.id}
            onDismiss={() => dismiss.mutate(retreat.id)}
          />
        ))}
        {listed.length === 0 && <li className="text-muted">There is nothing to match.</li>}
      </ul>
      <DismissedRetreats
        onRestored={() => {
          setDismissed([]);
          list.current?.focus();
        }}
      />
      <DialogActions>
        <Button variant="outline" onClick={onClose} aria-disabled={isBusy}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
