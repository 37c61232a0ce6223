import type { WaitingTurn } from '../../contract/schedule.ts';
import { formatRowSlot, formatShortSlot } from '../../course/format-time.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { describeTurn } from '../../course/waiting-list.ts';
import { useRights } from '../auth.tsx';
import type { TurnChange } from '../schedule/change-turn-dialog.tsx';
import { Section } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { TextLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { LazyMenu } from './page-actions.tsx';

const { ChangeTurnDialog } = lazily(() => import('../schedule/change-turn-dialog.tsx'));

const actions: Omit<TurnChange, 'turn'>[] = [
  {
    action: 'offer',
    label: 'Offer a Place',
    effect: 'We’ll hold a place for them, even if the class is full.',
  },
  {
    action: 'front',
    label: 'Move to Front',
    effect: 'We’ll offer them the next place that opens up.',
  },
  { action: 'remove', label: 'Remove', effect: 'We’ll let them know by email.' },
];

export function WaitingList({ turns, of }: { turns: WaitingTurn[]; of: 'class' | 'person' }) {
  const { canEdit } = useRights();
  const changing = useDialog<TurnChange>();
  if (turns.length === 0) return null;
  return (
    <Section id="waiting-list-heading" title={of === 'class' ? 'Waiting List' : 'Waiting Lists'}>
      <ol className="divide-y divide-line">
        {turns.map((turn) => (
          <li key={turn.id} className="flex items-center gap-2 py-2">
            <div className="wrap-anywhere min-w-0 flex-1">
              <TextLink
                href={of === 'class' ? pathOfPerson(turn.personId) : pathOfClass(turn.classId)}
              >
                {of === 'class' ? turn.name : formatRowSlot(new Date(turn.startTime))}
              </TextLink>
              <p className="text-muted text-sm">
                Class {turn.classNumber} ·{' '}
                {turn.offerExpiresAt
                  ? `place held until ${formatShortSlot(new Date(turn.offerExpiresAt))}`
                  : describeTurn(turn.turn)}
              </p>
            </div>
            <LazyMenu
              variant="plain"
              size="tight"
              label={`Change ${turn.name}’s place in line`}
              items={(canEdit ? actions : []).map((change) => ({
                label: `${change.label}…`,
                onSelect: () => changing.open({ turn, ...change }),
              }))}
            />
          </li>
        ))}
      </ol>
      {changing.render((dialog, change) => (
        <ChangeTurnDialog {...change} {...dialog} />
      ))}
    </Section>
  );
}
