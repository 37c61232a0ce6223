import { useMemo, useRef, useState } from 'react';
import type { StudentRow } from '../../contract/admin-people.ts';
import type { UnmatchedRetreat } from '../../contract/retreat.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { MatchRetreatForm } from './match-retreat-form.tsx';
import { indexStudents } from './student-list.ts';

interface MatchRetreatsDialogProps {
  retreats: readonly UnmatchedRetreat[];
  students: readonly StudentRow[];
  open: boolean;
  onClose: () => void;
}

export function MatchRetreatsDialog(props: MatchRetreatsDialogProps) {
  const { retreats, students, open, onClose } = props;
  const [isSaving, setSaving] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const index = useMemo(() => indexStudents(students), [students]);
  // The last one stays for the moment in which the dialog fades out.
  const [shown, setShown] = useState(retreats);
  if (retreats.length > 0 && retreats !== shown) setShown(retreats);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isSaving}
      tall
      returnTo="main"
      title="Match Retreat Registrations"
      description="The retreat site knows these guests by an email or phone that no account has."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Registrations"
        className="mt-5 mb-auto grid shrink-0 gap-4"
      >
        {shown.map((retreat) => (
          <MatchRetreatForm
            key={retreat.id}
            retreat={retreat}
            index={index}
            isBusy={isSaving}
            onBusy={setSaving}
            onMatched={() => (retreats.length > 1 ? list.current?.focus() : onClose())}
          />
        ))}
      </ul>
      <DialogActions>
        <Button variant="outline" onClick={onClose} aria-disabled={isSaving}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
