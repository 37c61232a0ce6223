import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import type { FoundPerson } from '../../contract/person-page.ts';
import type { UnmatchedRetreat } from '../../contract/retreats.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { callApi, errorMessage, useApiMutation, useFreshQuery, useSingleMutation } from '../api.ts';
import { Button, SmallButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { PersonPicker } from '../ui/person-picker.tsx';
import { classNames } from '../ui/styles.ts';
import { TextButton } from '../ui/text-link.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { refetchRetreats } from './queries.ts';

interface MatchRetreatsDialogProps extends DialogControl {
  retreats: readonly UnmatchedRetreat[];
}

const matchRetreat = (id: number, person: FoundPerson) =>
  callApi('POST /api/admin/retreat-registrations/:id/match', {
    params: { id },
    body: { personId: person.id },
  });

const onFailed = (client: QueryClient, fallback: string) => (error: Error) => {
  toastError(errorMessage(error, fallback));
  refetchRetreats(client);
};

export function MatchRetreatsDialog(props: MatchRetreatsDialogProps) {
  const { retreats, open, onClose } = props;
  const list = useRef<HTMLUListElement>(null);
  const client = useQueryClient();
  // Keep the last registration visible while the dialog fades out.
  const [shown, setShown] = useState(retreats);
  if (retreats.length > 0 && retreats !== shown) setShown(retreats);
  // `shown` keeps the last registration even after it is dismissed, so track dismissed registrations separately.
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const listed = shown.filter(({ id }) => !dismissed.includes(id));
  const match = useSingleMutation(matchRetreat, {
    onSuccess: async (_, [matched, person]) => {
      await refetchRetreats(client);
      toast({
        title: 'Retreat registration matched successfully',
        description: `It now belongs to ${fullName(person)}.`,
      });
      if (retreats.some(({ id }) => id !== matched)) list.current?.focus();
      else onClose();
    },
    onError: onFailed(client, 'We couldn’t match this registration. Please try again.'),
  });
  const dismiss = useApiMutation('POST /api/admin/retreat-registrations/:id/dismiss', {
    onSuccess: async (_, [{ params }]) => {
      await refetchRetreats(client);
      setDismissed((ids) => [...ids, params.id]);
      toast({
        title: 'Marked as not ours',
        description: 'You can restore the registration at the end of this list.',
      });
      list.current?.focus();
    },
    onError: onFailed(client, 'We couldn’t remove this registration. Please try again.'),
  });
  const isBusy = match.isPending || dismiss.isPending;
  const [matchedId] = match.variables ?? [];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      tall
      title="Match Retreat Registrations"
      description="No one in the portal has the same email or phone number as these retreat guests. Tell us who each guest is, or mark them as not ours."
    >
      <ul ref={list} tabIndex={-1} aria-label="Registrations" className="mt-5 grid shrink-0 gap-4">
        {listed.map((retreat) => (
          <MatchRetreatForm
            key={retreat.id}
            retreat={retreat}
            isBusy={isBusy}
            isSaving={match.isPending && matchedId === retreat.id}
            onMatch={(person) => match.mutate(retreat.id, person)}
            isDismissing={dismiss.isPending && dismiss.variables?.[0].params.id === retreat.id}
            onDismiss={() => dismiss.mutate({ params: { id: retreat.id } })}
          />
        ))}
        {listed.length === 0 && <li className="text-muted">There’s nothing to match.</li>}
      </ul>
      <DismissedRetreats
        onRestored={() => {
          setDismissed([]);
          list.current?.focus();
        }}
      />
      <DialogActions>
        <Button variant="quiet" onClick={onClose} aria-disabled={isBusy}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MatchRetreatFormProps {
  retreat: UnmatchedRetreat;
  isSaving: boolean;
  isBusy: boolean;
  onMatch: (person: FoundPerson) => void;
  isDismissing: boolean;
  onDismiss: () => void;
}

function MatchRetreatForm(props: MatchRetreatFormProps) {
  const { retreat, isSaving, isBusy, onMatch, isDismissing, onDismiss } = props;
  const titleId = useId();
  const [person, setPerson] = useState<FoundPerson>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (person) onMatch(person);
  };

  return (
    <Card as="li" aria-labelledby={titleId}>
      <Facts retreat={retreat} titleId={titleId} />
      <form noValidate className="mt-4 grid gap-3" onSubmit={submit}>
        <PersonPicker label="Who is this guest?" onChoose={setPerson} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            disabled={!person}
            aria-disabled={isBusy}
            pending={isSaving}
            pendingText="Matching..."
          >
            Match
          </Button>
          <Button
            variant="quiet"
            aria-disabled={isBusy}
            pending={isDismissing}
            pendingText="Saving..."
            onClick={onDismiss}
          >
            Not Ours
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Facts({ retreat, titleId }: { retreat: UnmatchedRetreat; titleId: string }) {
  const { retreatTitle, retreatDescription, guestName, email, phone, siteReference } = retreat;
  const registeredAt = new Date(retreat.registeredAt);
  return (
    <>
      <h3 id={titleId} className="font-semibold">
        {retreatTitle}
      </h3>
      <p className="mt-1 whitespace-pre-line text-muted text-sm">{retreatDescription}</p>
      {guestName && <p className="mt-2 font-medium wrap-anywhere">{guestName}</p>}
      <p className={classNames('wrap-anywhere', !guestName && 'mt-2')}>
        {[email, phone].filter(Boolean).join(' · ') || 'No email or phone number'}
      </p>
      <p className="text-muted text-sm">
        Registered {formatCompactDate(registeredAt)}, {formatTime(registeredAt)} · {siteReference}
      </p>
    </>
  );
}

function DismissedRetreats({ onRestored }: { onRestored: () => void }) {
  const [isShown, setShown] = useState(false);
  const { data: retreats = [] } = useFreshQuery('GET /api/admin/retreat-registrations/dismissed');
  const client = useQueryClient();
  const restore = useApiMutation('POST /api/admin/retreat-registrations/:id/restore', {
    onSuccess: async ({ message }) => {
      await refetchRetreats(client);
      toast({ title: 'Retreat registration restored', description: message });
      onRestored();
    },
    onError: onFailed(client, 'We couldn’t restore this registration. Please try again.'),
  });
  if (retreats.length === 0) return <div className="mb-auto" />;
  return (
    <div className="mt-5 mb-auto">
      <TextButton aria-expanded={isShown} className="min-h-11" onClick={() => setShown(!isShown)}>
        Not ours ({retreats.length})
      </TextButton>
      {isShown && (
        <ul aria-label="Not ours" className="grid gap-3">
          {retreats.map(({ id, retreatTitle, guestName, email, phone }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="min-w-0 wrap-anywhere">
                {guestName ?? email ?? phone ?? 'Guest without a name'}
                <span className="block text-muted text-sm">{retreatTitle}</span>
              </span>
              <SmallButton
                pending={restore.isPending && restore.variables?.[0].params.id === id}
                pendingText="Restoring..."
                onClick={() => restore.mutate({ params: { id } })}
              >
                Restore
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
