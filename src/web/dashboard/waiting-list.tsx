import { Ellipsis } from 'lucide-react';
import type { LineAction, PlaceInLine } from '../../contract/waiting-list.ts';
import { formatRowSlot, formatShortSlot } from '../../course/format-time.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { describeTurn } from '../../course/waiting-list.ts';
import { Section } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Menu } from '../ui/menu.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { ChangeLineDialog } = lazily(() => import('../schedule/change-line-dialog.tsx'));

interface WaitingListProps {
  turns: PlaceInLine[];
  /** The rows name the people in line for a class, or the classes that a person is in line for. */
  of: 'class' | 'person';
  canEdit: boolean;
}

const labels: [LineAction, string][] = [
  ['offer', 'Offer a Place…'],
  ['front', 'Move to Front…'],
  ['remove', 'Remove…'],
];

export function WaitingList({ turns, of, canEdit }: WaitingListProps) {
  const changing = useDialog<{ turn: PlaceInLine; action: LineAction }>();
  if (turns.length === 0) return null;
  return (
    <Section
      id="waiting-list-heading"
      title={of === 'class' ? `Waiting List (${turns.length})` : 'Waiting Lists'}
    >
      <ol className="grid divide-y divide-line">
        {turns.map((turn) => (
          <li key={turn.id} className="flex items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              {of === 'class' ? (
                <TextLink href={pathOfPerson(turn.personId)}>{turn.name}</TextLink>
              ) : (
                <TextLink href={pathOfClass(turn.classId)}>
                  {formatRowSlot(new Date(turn.startTime))}
                </TextLink>
              )}
              <p className="text-muted text-sm">
                Class {turn.classNumber} · {describePlace(turn)}
              </p>
            </div>
            {canEdit && (
              <Menu
                variant="ghost"
                size="tight"
                className="print:hidden"
                label={`Change the place in line of ${turn.name}`}
                items={labels
                  .filter(([action]) => action === 'remove' || !turn.offerExpiresAt)
                  .map(([action, label]) => ({
                    label,
                    isDangerous: action === 'remove',
                    onSelect: () => changing.open({ turn, action }),
                  }))}
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
    : `${describeTurn(turn)}, since ${formatShortSlot(new Date(joinedAt))}`;
}
