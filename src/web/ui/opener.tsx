import type { ComponentType, ReactNode } from 'react';
import { type ButtonProps, DialogButton } from './button.tsx';
import { type DialogControl, useDialog } from './use-dialog.ts';

interface OpenerProps extends Omit<ButtonProps, 'onClick'> {
  as?: ComponentType<ButtonProps>;
  dialog: (control: DialogControl) => ReactNode;
}

/** A button with the dialog that it opens. */
export function Opener({ as: Trigger = DialogButton, dialog, ...button }: OpenerProps) {
  const opened = useDialog<true>();
  return (
    <>
      <Trigger aria-haspopup="dialog" {...button} onClick={() => opened.open(true)} />
      {opened.render(dialog)}
    </>
  );
}
