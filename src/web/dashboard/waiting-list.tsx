import { Ellipsis } from 'lucide-react';
import type { PlaceInLine } from '../../contract/waiting-list.ts';
import { formatRowSlot, formatShortSlot } from '../../course/format-time.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { describeTurn } from '../../course/waiting-list.ts';
import type { LineChange } from '../schedule/change-line-dialog.tsx';
import { Section } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Menu } from '../ui/menu.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { ChangeLineDialog } = lazily(() => import('../schedule/change-line-dialog.tsx'));

const labels = { offer: 'Offer a Place', front: 'Move to Front', remove: 'Remove' } as const;

interface WaitingListProps {
  turns: PlaceInLine[];
  /** Whether the rows name the people in line for a class, or the classes that a person is in line for. */
  of: 'class' | 'person';
  canEdit: boolean;
}

export function WaitingList({ turns, of, canEdit }: WaitingListProps) {
  const changing = useDialog<LineChange>();
  if (turns.length === 0) return null;
  const itemsOf = (turn: PlaceInLine) =>
    (turn.offerExpiresAt ? (['remove'] as const) : (['offer', 'front', 'remove'] as const)).map(
      (action) => ({
        label: `${labels[action]}…`,
        isDangerous: action === 'remove',
        onSelect: () => changing.open({ turn, action, label: labels[action] }),
      }),
    );
  return (
    <Section id="waiting-list-heading" title={of === 'class' ? 'Waiting List' : 'Waiting Lists'}>
      <ol className="grid divide-y divide-line">
        {turns.map((turn) => (
          <li key={turn.id} className="flex items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              <TextLink
                href={of === 'class' ? pathOfPerson(turn.personId) : pathOfClass(turn.classId)}
              >
                {of === 'class' ? turn.name : formatRowSlot(new Date(turn.startTime))}
              </TextLink>
              <p className="text-muted text-sm">
                Class {turn.classNumber} · {describePlace(turn)}
              </p>
            </div>
            {canEdit && (
              <Menu
                variant="ghost"
                size="tight"
                label={`Change the place in line of ${turn.name}`}
                items={itemsOf(turn)}
              >
                <Ellipsis aria-hidden className="size-5" />
              </Menu>
            )}
          </li>
        ))}
      </ol>
      {changing.render((dialog, change) => (
        <ChangeLineDialog {...change} {...dialog} />
      ))}
    </Section>
  );
}

function describePlace({ turn, joinedAt, offerExpiresAt }: PlaceInLine): string {
  return offerExpiresAt
    ? `place held until ${formatShortSlot(new Date(offerExpiresAt))}`
    : `${describeTurn(turn)} since ${formatShortSlot(new Date(joinedAt))}`;
}
