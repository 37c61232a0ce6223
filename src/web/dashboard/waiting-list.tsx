import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { LineAction, PlaceInLine } from '../../contract/waiting-list.ts';
import { formatRowSlot, formatShortSlot } from '../../course/format-time.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { describeTurn } from '../../course/waiting-list.ts';
import { callApi, invalidate } from '../api.ts';
import { Section } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { TextLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { LazyMenu } from './page-actions.tsx';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

const actions: [LineAction, label: string, effect: string][] = [
  ['offer', 'Offer a Place', 'We’ll hold a place for them, even if the class is full.'],
  ['front', 'Move to Front', 'They’ll be offered the next place that opens.'],
  ['remove', 'Remove', 'We’ll let them know by email.'],
];

interface WaitingListProps {
  turns: PlaceInLine[];
  /** Whether the rows name the people in line for a class, or the classes that a person is in line for. */
  of: 'class' | 'person';
  canEdit: boolean;
}

export function WaitingList({ turns, of, canEdit }: WaitingListProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const changing = useDialog<{ turn: PlaceInLine; action: (typeof actions)[number] }>();
  if (turns.length === 0) return null;
  return (
    <Section id="waiting-list-heading" title={of === 'class' ? 'Waiting List' : 'Waiting Lists'}>
      <ol className="divide-y divide-line">
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
                Class {turn.classNumber} ·{' '}
                {turn.offerExpiresAt
                  ? `place held until ${formatShortSlot(new Date(turn.offerExpiresAt))}`
                  : describeTurn(turn.turn)}
              </p>
            </div>
            <LazyMenu
              variant="ghost"
              size="tight"
              label={`Change the place in line of ${turn.name}`}
              items={(canEdit ? actions : []).map((action) => ({
                label: `${action[1]}…`,
                onSelect: () => changing.open({ turn, action }),
              }))}
            >
              <Ellipsis aria-hidden className="size-5" />
            </LazyMenu>
          </li>
        ))}
      </ol>
      {changing.render((dialog, { turn: { id, name }, action: [action, label, effect] }) => (
        <ActionDialog
          {...dialog}
          returnTo="waiting-list-heading"
          title={`${label}: ${name}`}
          description={effect}
          confirmText={label}
          confirmVariant={action === 'remove' ? 'danger' : 'primary'}
          pendingText="Saving..."
          run={() =>
            callApi('POST /api/admin/waiting-lists/:id', {
              params: { id },
              body: { action, reason },
            })
          }
          onDone={() => {
            setReason('');
            return invalidate(
              client,
              `GET /api/admin/${of === 'class' ? 'classes' : 'people'}/:id`,
            );
          }}
          toast={({ message }) => ({ title: message, description: name })}
          failed="We couldn’t change the waiting list. Please try again."
        >
          <div className="mt-4">
            <TextField
              label="Reason"
              hint="Only staff can see this."
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
        </ActionDialog>
      ))}
    </Section>
  );
}
