import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { lazily } from './load-lazily.ts';
import { useDialog } from './use-dialog.ts';

const { ActionDialog } = lazily(() => import('./action-dialog.tsx'));

interface ActionButtonProps extends Omit<ComponentProps<typeof ActionDialog>, 'open' | 'onClose'> {
  button: ComponentProps<typeof Button>;
}

export function ActionButton({ button, ...action }: ActionButtonProps) {
  const asking = useDialog<true>();
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" {...button} onClick={() => asking.open(true)}>
        {button.children ?? action.confirmText}
      </Button>
      {asking.render((dialog) => (
        <ActionDialog {...action} {...dialog} />
      ))}
    </>
  );
}
