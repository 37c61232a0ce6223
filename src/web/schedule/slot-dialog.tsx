import type { ComponentProps, ReactNode } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ChosenTime } from './slot-list.tsx';
import { SlotPicker } from './slot-picker.tsx';

interface SlotDialogProps
  extends Omit<ComponentProps<typeof Dialog>, 'busy' | 'tall'>,
    Omit<ComponentProps<typeof SlotPicker>, 'chosenId'> {
  chosen: Slot | undefined;
  isSaving?: boolean;
  cancelText?: string;
  confirmText: string;
  pendingText?: string;
  onConfirm: () => void;
  problem?: ReactNode;
  options?: ReactNode;
}

export function SlotDialog(props: SlotDialogProps) {
  const { chosen, isSaving = false, cancelText = 'Cancel', confirmText, pendingText } = props;
  const { onConfirm, problem, options, children, ...shared } = props;
  return (
    <Dialog {...shared} busy={isSaving} tall>
      <div className="mt-5 mb-auto">
        {options}
        <SlotPicker {...shared} isInDialog chosenId={chosen?.id} />
      </div>
      <DialogActions>
        {problem}
        {chosen && <ChosenTime slot={chosen} className="w-full max-sm:order-1" />}
        {children}
        <Button variant="plain" onClick={props.onClose} aria-disabled={isSaving}>
          {cancelText}
        </Button>
        <Button
          disabled={chosen === undefined}
          pending={isSaving}
          pendingText={pendingText}
          onClick={onConfirm}
        >
          {confirmText}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
