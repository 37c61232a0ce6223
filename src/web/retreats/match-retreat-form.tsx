import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import type { UnmatchedRetreat } from '../../contract/retreats.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { InlineError } from '../ui/notice.tsx';

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
  problem: string | undefined;
  onMatch: (student: StudentRow) => void;
}

/** One registration, and a picker for the student it belongs to. */
export function MatchRetreatForm(props: MatchRetreatFormProps) {
  const { retreat, renderStudentPicker, isSaving, isBusy, problem, onMatch } = props;
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
        {problem && <InlineError>{problem}</InlineError>}
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
