import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import type { UnmatchedRetreat } from '../../contract/retreats.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/styles.ts';

/** Renders a control that finds a student: `onChoose` gets undefined when the search changes. */
export type RenderStudentPicker = (picker: {
  chosen: StudentRow | undefined;
  onChoose: (student: StudentRow | undefined) => void;
}) => ReactNode;

interface MatchRetreatFormProps {
  retreat: UnmatchedRetreat;
  renderStudentPicker: RenderStudentPicker;
  isSaving: boolean;
  /** This one or another is being saved: one at a time. */
  isBusy: boolean;
  onMatch: (student: StudentRow) => void;
  isDismissing: boolean;
  /** It belongs to nobody of ours. */
  onDismiss: () => void;
}

/** One registration, and a picker for the student it belongs to. */
export function MatchRetreatForm(props: MatchRetreatFormProps) {
  const { retreat, renderStudentPicker, isSaving, isBusy, onMatch } = props;
  const { isDismissing, onDismiss } = props;
  const titleId = useId();
  const [student, setStudent] = useState<StudentRow>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (student) onMatch(student);
  };

  return (
    <Card as="li" aria-labelledby={titleId}>
      <Facts retreat={retreat} titleId={titleId} />
      <form noValidate className="mt-4 grid gap-3" onSubmit={submit}>
        {renderStudentPicker({ chosen: student, onChoose: setStudent })}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            disabled={!student}
            aria-disabled={isBusy}
            pending={isSaving}
            pendingText="Matching..."
          >
            Match
          </Button>
          <Button
            variant="outline"
            aria-disabled={isBusy}
            pending={isDismissing}
            pendingText="Taking out..."
            onClick={onDismiss}
          >
            Not ours
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** What the retreat site knows. */
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
        {[email, phone].filter(Boolean).join(' · ') || 'No email and no phone'}
      </p>
      <p className="text-muted text-sm">
        Registered {formatCompactDate(registeredAt)}, {formatTime(registeredAt)} · {siteReference}
      </p>
    </>
  );
}
