import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlaceInLine } from '../../contract/waiting-list.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { describeTurn } from '../../course/waiting-list.ts';
import { apiQuery, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/toast.ts';

const pollMs = 30_000;

/** Polls while the student is in line, because a place can open at any moment. */
const useWaitingLists = () =>
  useQuery({
    ...apiQuery('GET /api/waiting-lists'),
    refetchOnWindowFocus: ({ state: { data = [] } }) => data.length > 0 && 'always',
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && pollMs,
  });

type Change = 'POST /api/waiting-lists' | 'POST /api/waiting-lists/:id';

function useLineChange<E extends Change>(endpoint: E) {
  const client = useQueryClient();
  const lists = ['waiting-lists', 'classes/available', 'attendance', 'schedule'] as const;
  const refetch = () => Promise.all(lists.map((list) => invalidate(client, `GET /api/${list}`)));
  return useApiMutation(endpoint, {
    onSuccess: async ({ message }) => {
      await refetch();
      toast({ title: message });
    },
    onError: (error) => {
      const description = errorMessage(error, error.message);
      toast({ title: 'Waiting list not changed', description, variant: 'destructive' });
      refetch();
    },
  });
}

interface JoinLineProps {
  slot: { id: number; startTime: string };
  classNumber: number;
}

/** Takes the place of the button that selects a slot. */
export function JoinLine({ slot: { id: classId, startTime }, classNumber }: JoinLineProps) {
  const { data: turns } = useWaitingLists();
  const join = useLineChange('POST /api/waiting-lists');
  const turn = turns?.find((one) => one.classId === classId);
  if (turn) {
    const place = turn.offerExpiresAt
      ? 'A place is held for you'
      : `You’re ${describeTurn(turn.turn)}`;
    return <p className="text-sm text-success">{place}</p>;
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
  const { data: turns = [] } = useWaitingLists();
  if (turns.length === 0) return null;
  return (
    <section aria-label="Waiting lists" className="mb-6 grid gap-3">
      {turns.map((turn) => (
        <Turn key={turn.id} turn={turn} />
      ))}
      <p className="text-muted text-sm">
        When a place opens, we’ll email or text you and hold it for a while. Until you take it, your
        schedule stays the same.
      </p>
    </section>
  );
}

function Turn({ turn: { id, classNumber, turn, ...times } }: { turn: PlaceInLine }) {
  const change = useLineChange('POST /api/waiting-lists/:id');
  const time = formatSlotForReader(new Date(times.startTime));
  const until = times.offerExpiresAt && formatSlotForReader(new Date(times.offerExpiresAt));
  const button = (label: string, action: 'take' | 'leave') => (
    <Button
      variant={action === 'take' ? 'primary' : 'outline'}
      size="small"
      pending={change.isPending}
      onClick={() => change.mutate({ params: { id }, body: { action } })}
    >
      {label}
      <span className="sr-only">, {time}</span>
    </Button>
  );
  return (
    <Card variant={until ? 'accent' : 'plain'} className="py-4!">
      <p className="font-semibold">
        {until ? `A place opened for Class ${classNumber}` : `You’re ${describeTurn(turn)}`}
      </p>
      <p>{until ? time : `For Class ${classNumber} on ${time}`}</p>
      {until && <p className="text-muted">We’re holding it for you until {until}.</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {until && button('Take This Place', 'take')}
        {button(until ? 'No, Thanks' : 'Leave Waiting List', 'leave')}
      </div>
    </Card>
  );
}
