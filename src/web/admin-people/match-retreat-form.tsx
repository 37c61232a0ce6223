import { type SubmitEvent, useId, useState } from 'react';
import type { StudentRow } from '../../contract/admin-people.ts';
import type { UnmatchedRetreat } from '../../contract/retreat.ts';
import { formatCompactDate, formatTime } from '../../course/pacific-time.ts';
import { wordsOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toastError } from '../ui/form-refusal.ts';
import { Problem } from '../ui/problem.tsx';
import { toast } from '../ui/toast.ts';
import { useSaving } from '../ui/use-saving.ts';
import type { IndexedStudent } from './student-list.ts';
import { StudentPicker } from './student-picker.tsx';

interface MatchRetreatFormProps {
  retreat: UnmatchedRetreat;
  index: readonly IndexedStudent[];
  /** This one or another is being saved: one at a time. */
  isBusy: boolean;
  onBusy: (isSaving: boolean) => void;
  onMatched: () => void;
}

const failure = 'Failed to match the retreat registration';

/** One registration, and whose it is to be. */
export function MatchRetreatForm(props: MatchRetreatFormProps) {
  const { retreat, index, isBusy, onBusy, onMatched } = props;
  const titleId = useId();
  const [student, setStudent] = useState<StudentRow>();
  const { isSaving, refusal, save } = useSaving('POST /api/admin/retreat-registrations/:id/match', {
    lists: ['GET /api/students', 'GET /api/admin/retreat-registrations/unmatched'],
    onBusy,
    onSaved: () => {
      toast({
        title: 'Retreat registration matched successfully',
        description: `It belongs to ${student?.firstName} ${student?.lastName} now.`,
      });
      onMatched();
    },
    onRefused: (error) => toastError(wordsOf(error, failure)),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!student || isBusy) return;
    save({ params: { id: retreat.id }, body: { personId: student.id } });
  };

  return (
    <Card as="li" aria-labelledby={titleId}>
      <Facts retreat={retreat} titleId={titleId} />
      <form noValidate className="mt-4 grid gap-3" onSubmit={submit}>
        <StudentPicker index={index} chosen={student} onChoose={setStudent} />
        {refusal && <Problem>{wordsOf(refusal, failure)}</Problem>}
        <Button
          type="submit"
          className="justify-self-start"
          disabled={!student}
          aria-disabled={isBusy}
          pending={isSaving}
          pendingText="Matching..."
        >
          Match
        </Button>
      </form>
    </Card>
  );
}

/** What the retreat site knows. */
function Facts({ retreat, titleId }: { retreat: UnmatchedRetreat; titleId: string }) {
  const { retreatTitle, retreatDescription, email, phone, siteReference } = retreat;
  const registeredAt = new Date(retreat.registeredAt);
  return (
    <>
      <h3 id={titleId} className="font-semibold">
        {retreatTitle}
      </h3>
      <p className="mt-1 whitespace-pre-line text-muted text-sm">{retreatDescription}</p>
      <p className="mt-2 wrap-anywhere">
        {[email, phone].filter(Boolean).join(' · ') || 'No email and no phone'}
      </p>
      <p className="text-muted text-sm">
        Registered {formatCompactDate(registeredAt)}, {formatTime(registeredAt)} · {siteReference}
      </p>
    </>
  );
}
