import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { formatCompactDate, keepTimesWhole } from '../../course/format-time.ts';
import { retreatTitle } from '../../course/retreat.ts';
import { callApi } from '../api.ts';
import { useRights } from '../auth.tsx';
import { usePersonDialog } from '../history/queries.ts';
import { refetchRetreats } from '../retreats/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { DialogLink } from '../ui/text-link.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

const { EditRetreatDialog, EnterRetreatDialog } = lazily(
  () => import('../retreats/retreat-dialogs.tsx'),
);
const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

type Retreat = PersonPage['retreats'][number];

export function PersonRetreats({ page }: { page: PersonPage }) {
  const { isAdmin } = useRights();
  const { retreats, role, student } = page;
  const acting = usePersonDialog<'add' | 'edit' | Retreat>();
  if (retreats.length === 0 && role !== 'student') return null;
  return (
    <Section id="retreat-heading" title="Retreat">
      {retreats.length === 0 && <p className="text-muted">No retreat yet.</p>}
      <ul className="grid gap-3">
        {retreats.map((retreat) => (
          <OneRetreat key={retreat.id} {...retreat}>
            {isAdmin && !retreat.canceledAt && (
              <span className="flex flex-wrap gap-x-4 print:hidden">
                {student && (
                  <DialogLink onClick={() => acting.open('edit')}>Edit Retreat</DialogLink>
                )}
                <DialogLink onClick={() => acting.open(retreat)}>
                  {retreat.isEnteredByHand ? 'Remove…' : 'Undo Match…'}
                </DialogLink>
              </span>
            )}
          </OneRetreat>
        ))}
      </ul>
      {isAdmin && student && (
        <DialogLink onClick={() => acting.open('add')}>Add a Retreat…</DialogLink>
      )}
      {acting.render((dialog, subject) => {
        if (subject === 'add') return <EnterRetreatDialog student={student} {...dialog} />;
        if (subject === 'edit') return <EditRetreatDialog student={student} {...dialog} />;
        return <DetachRetreat person={page} retreat={subject} {...dialog} />;
      })}
    </Section>
  );
}

interface DetachRetreatProps extends DialogControl {
  person: PersonPage;
  retreat: Retreat;
}

function DetachRetreat({ person, retreat, ...dialog }: DetachRetreatProps) {
  const client = useQueryClient();
  const [isNotOurs, setNotOurs] = useState(false);
  const { id, isEnteredByHand } = retreat;
  const { id: personId, firstName } = person;
  const title = retreatTitle(retreat.title);
  const body = { personId, isNotOurs: isNotOurs && !isEnteredByHand };
  const texts = isEnteredByHand
    ? {
        title: 'Remove this retreat?',
        description: `This will remove “${title}” from ${firstName}’s schedule and calendar. We won’t notify them.`,
        confirmText: 'Remove Retreat',
      }
    : {
        title: 'Undo this match?',
        description: `“${title}” will go back to the unmatched registrations, and updates from the retreat site won’t match it again. We won’t notify ${firstName}.`,
        confirmText: 'Undo Match',
      };
  return (
    <ActionDialog
      {...dialog}
      {...texts}
      run={() =>
        callApi('POST /api/admin/retreat-registrations/:id/detach', { params: { id }, body })
      }
      onDone={() => refetchRetreats(client)}
      toast={() => ({
        title: isEnteredByHand ? 'Retreat removed' : 'Match undone',
        description: `${firstName} won’t see it anymore.`,
      })}
      failed="We couldn’t save this. Please try again."
    >
      {!isEnteredByHand && (
        <div className="mt-3">
          <Checkbox
            label="This guest isn’t one of our students. Don’t list the registration as unmatched."
            checked={isNotOurs}
            onChange={setNotOurs}
          />
        </div>
      )}
    </ActionDialog>
  );
}

function OneRetreat({ children, ...retreat }: Retreat & { children: ReactNode }) {
  const { title, description, startsAt, registeredAt, canceledAt } = retreat;
  const { isEnteredByHand, guestName } = retreat;
  const day = formatCompactDate(new Date(registeredAt));
  return (
    <li className="wrap-anywhere">
      <span className="mr-2 font-medium">{retreatTitle(title)}</span>
      {canceledAt && <Badge>{isEnteredByHand ? 'Removed' : 'Canceled'}</Badge>}
      {startsAt && <p>{formatCompactDate(new Date(startsAt))}</p>}
      <p className="text-muted text-sm whitespace-pre-line">{keepTimesWhole(description)}</p>
      <p className="text-muted text-sm">
        {isEnteredByHand ? `Added by staff on ${day}` : `Registered on ${day}`}
        {guestName && ` by ${guestName}`}
        {canceledAt &&
          `, ${isEnteredByHand ? 'removed' : 'canceled'} on ${formatCompactDate(new Date(canceledAt))}`}
      </p>
      {children}
    </li>
  );
}
