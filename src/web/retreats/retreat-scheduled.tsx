import type { StudentRow } from '../../contract/people.ts';
import { fullName } from '../../course/full-name.ts';
import { HoverPopover } from '../ui/hover-popover.tsx';
import { TextButton } from '../ui/text-link.tsx';

interface RetreatScheduledProps {
  student: StudentRow;
  onEdit: (() => void) | undefined;
  onEnter: (() => void) | undefined;
}

export function RetreatScheduled({ student, onEdit, onEnter }: RetreatScheduledProps) {
  const { retreatScheduled, retreatDetails } = student;
  const name = fullName(student);
  if (retreatScheduled !== 'Yes' && onEnter) {
    return (
      <TextButton
        aria-haspopup="dialog"
        className="min-h-11 pointer-fine:min-h-7"
        onClick={onEnter}
      >
        {retreatScheduled}
        <span className="sr-only"> add a retreat for {name}</span>
      </TextButton>
    );
  }
  if (retreatScheduled !== 'Yes') return retreatScheduled;
  return (
    <HoverPopover
      className="min-h-11 rounded-sm text-link underline decoration-from-font underline-offset-3 hover:text-ink hover:decoration-2 pointer-fine:min-h-7"
      trigger={
        <>
          Yes
          <span className="sr-only">{` ${onEdit ? 'edit the retreat' : 'retreat'} for ${name}`}</span>
        </>
      }
      {...(onEdit && { onPress: onEdit })}
    >
      {retreatDetails.map(({ id, title, description }) => (
        <div key={id} className="not-first:mt-3">
          <p className="font-semibold">{title}</p>
          <p className="whitespace-pre-line text-muted">{description}</p>
        </div>
      ))}
    </HoverPopover>
  );
}
