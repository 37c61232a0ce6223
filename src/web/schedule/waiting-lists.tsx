import { useQuery } from '@tanstack/react-query';
import type { WaitingTurn } from '../../contract/schedule.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { describeTurn } from '../../course/waiting-list.ts';
import { apiQuery } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useAction } from '../ui/use-action.ts';

const pollMs = 30_000;

/** Polls while the student is in line, because a place can open up at any moment. */
const useWaitingLists = () =>
  useQuery({
    ...apiQuery('GET /api/waiting-lists'),
    refetchOnWindowFocus: ({ state: { data = [] } }) => data.length > 0 && 'always',
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && pollMs,
  });

const isHeld = ({ offerExpiresAt }: WaitingTurn) => offerExpiresAt !== null;
export const useOfferedPlace = () => useWaitingLists().data?.find(isHeld);

const lists = ['waiting-lists', 'classes/available', 'attendance', 'schedule'] as const;
const outcome = {
  invalidates: lists.map((list) => `GET /api/${list}` as const),
  failed: 'We couldn’t change the waiting list. Please try again.',
};

interface JoinWaitingListProps {
  slot: { id: number; startTime: string };
  classNumber: number;
}

export function JoinWaitingList({
  slot: { id: classId, startTime },
  classNumber,
}: JoinWaitingListProps) {
  const { data: turns = [] } = useWaitingLists();
  const join = useAction('POST /api/waiting-lists', outcome);
  const turn = turns.find((one) => one.classId === classId);
  if (turn) {
    const held = isHeld(turn) && 'We’re holding a place for you';
    return <p className="text-sm text-success">{held || `You’re ${describeTurn(turn.turn)}`}</p>;
  }
  return (
    <Button
      variant="quiet"
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

export function WaitingLists({ main }: { main: unknown }) {
  const { data: turns = [] } = useWaitingLists();
  if (turns.length === 0) return null;
  return (
    <section aria-label="Waiting lists" className="mb-6 grid gap-3">
      {turns.map((turn) => (
        <Turn key={turn.id} turn={turn} isMain={turn === main} />
      ))}
      <p className="text-muted text-sm">
        When a place opens up, we’ll email or text you and hold it for a while. Until you take it,
        your schedule stays the same.
      </p>
    </section>
  );
}

function Turn({ turn: place, isMain }: { turn: WaitingTurn; isMain: boolean }) {
  const { id, classNumber, turn, ...times } = place;
  const change = useAction('POST /api/waiting-lists/:id', outcome);
  const time = formatSlotForReader(new Date(times.startTime));
  const until = times.offerExpiresAt && formatSlotForReader(new Date(times.offerExpiresAt));
  const button = (label: string, action: 'take' | 'leave') => (
    <Button
      variant={isMain && action === 'take' ? 'primary' : 'quiet'}
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
        {until ? `A place opened up for Class ${classNumber}` : `You’re ${describeTurn(turn)}`}
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
