import type { ComponentProps } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { lazily } from './load-lazily.ts';
import { Opener } from './opener.tsx';

const { ActionDialog } = lazily(() => import('./action-dialog.tsx'));

interface ActionButtonProps extends Omit<ComponentProps<typeof ActionDialog>, 'open' | 'onClose'> {
  button: ButtonProps;
}

export function ActionButton({ button, ...action }: ActionButtonProps) {
  const { children = action.confirmText, ...props } = button;
  return (
    <Opener
      as={Button}
      variant="quiet"
      {...props}
      dialog={(control) => <ActionDialog {...action} {...control} />}
    >
      {children}
    </Opener>
  );
}
