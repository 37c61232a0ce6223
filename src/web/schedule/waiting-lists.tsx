import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlaceInLine } from '../../contract/waiting-list.ts';
import { formatSlotForReader, formatSpokenSlot } from '../../course/format-time.ts';
import { describeTurn } from '../../course/waiting-list.ts';
import { apiQuery, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/toast.ts';
import { startOf } from './class-facts.tsx';

const pollMs = 30_000;

/** Polls while the student is in line, because a place can open at any moment. */
const waitingLists = {
  ...apiQuery('GET /api/waiting-lists'),
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }: { state: { data?: PlaceInLine[] | undefined } }) =>
    state.data && state.data.length > 0 ? pollMs : false,
} as const;

const howItWorks =
  'When a place opens, we’ll email or text you and hold it for a while. Until then, your schedule stays the same.';

function useRefetch() {
  const client = useQueryClient();
  const all = ['waiting-lists', 'classes/available', 'attendance', 'schedule'] as const;
  return () => Promise.all(all.map((list) => invalidate(client, `GET /api/${list}`)));
}

const showError = (title: string) => (error: Error) =>
  toast({ title, description: errorMessage(error, error.message), variant: 'destructive' });

interface JoinLineProps {
  slot: { id: number; startTime: string };
  classNumber: number;
}

/** Takes the place of the button that selects a slot. */
export function JoinLine({ slot: { id: classId, startTime }, classNumber }: JoinLineProps) {
  const refetch = useRefetch();
  const { data: turns } = useQuery(waitingLists);
  const join = useApiMutation('POST /api/waiting-lists', {
    onSuccess: async ({ message }) => {
      await refetch();
      toast({ title: message, description: howItWorks });
    },
    onError: (error) => {
      showError('We couldn’t add you to the waiting list')(error);
      refetch();
    },
  });
  const turn = turns?.find((one) => one.classId === classId);
  if (turn) {
    return (
      <p className="font-medium text-sm text-success">
        {turn.offerExpiresAt ? 'A place is held for you' : `You’re ${describeTurn(turn.turn)}`}
      </p>
    );
  }
  return (
    <Button
      variant="outline"
      size="slim"
      className="text-sm"
      pending={join.isPending}
      aria-label={`Join Waiting List, ${formatSlotForReader(new Date(startTime))}`}
      onClick={() => join.mutate({ body: { classId, classNumber } })}
    >
      Join Waiting List
    </Button>
  );
}

/** The places that we hold for the student, and the lines they are in. */
export function WaitingLists() {
  const { data: turns = [] } = useQuery(waitingLists);
  if (turns.length === 0) return null;
  return (
    <section aria-label="Waiting lists" className="mb-6 grid gap-3">
      {turns.map((turn) => (
        <Turn key={turn.id} turn={turn} />
      ))}
      {turns.some(({ offerExpiresAt }) => !offerExpiresAt) && (
        <p className="text-muted text-sm">{howItWorks}</p>
      )}
    </section>
  );
}

function Turn({ turn }: { turn: PlaceInLine }) {
  const refetch = useRefetch();
  const take = useApiMutation('POST /api/waiting-lists/:id/take', {
    onSuccess: async (entry) => {
      await refetch();
      const description = `Class ${entry.classNumber}: ${formatSpokenSlot(startOf(entry))}`;
      toast({ title: 'The place is yours', description });
    },
    onError: (error) => {
      showError('We couldn’t give you this place')(error);
      refetch();
    },
  });
  const leave = useApiMutation('DELETE /api/waiting-lists/:id', {
    onSuccess: async ({ message }) => {
      await refetch();
      toast({ title: message });
    },
    onError: showError('We couldn’t take you off the waiting list'),
  });
  const params = { id: turn.id };
  const { classNumber, offerExpiresAt } = turn;
  const time = formatSpokenSlot(new Date(turn.startTime));
  const leaveButton = (label: string) => (
    <Button
      variant={offerExpiresAt ? 'outline' : 'ghost'}
      size="small"
      pending={leave.isPending}
      onClick={() => leave.mutate({ params })}
    >
      {label}
      <span className="sr-only">, {time}</span>
    </Button>
  );
  if (!offerExpiresAt) {
    return (
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3!">
        <p className="min-w-56 flex-1">
          You’re {describeTurn(turn.turn)} for Class {classNumber} on {time}.
        </p>
        {leaveButton('Leave Waiting List')}
      </Card>
    );
  }
  return (
    <Card variant="accent" role="status">
      <p className="font-semibold text-lg">A place opened for Class {classNumber}</p>
      <p>{formatSlotForReader(new Date(turn.startTime))}</p>
      <p className="mt-1 text-muted">
        We’re holding it for you until {formatSpokenSlot(new Date(offerExpiresAt))}.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" pending={take.isPending} onClick={() => take.mutate({ params })}>
          Take This Place
          <span className="sr-only">, {time}</span>
        </Button>
        {leaveButton('No, Thanks')}
      </div>
    </Card>
  );
}
