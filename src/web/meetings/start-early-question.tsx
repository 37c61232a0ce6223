import { formatSpokenSlot } from '../../course/format-time.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface StartEarlyQuestionProps {
  start: Date;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Before a meeting is started long before its class: the button of another row may be meant. */
export function StartEarlyQuestion({ start, ...dialog }: StartEarlyQuestionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Start this meeting already?"
      description={`Its class begins on ${formatSpokenSlot(start)}. Whoever has a link can come in as soon as it is started.`}
      confirmText="Start Now"
      confirmVariant="primary"
      pendingText="Starting..."
      isPending={false}
    />
  );
}
