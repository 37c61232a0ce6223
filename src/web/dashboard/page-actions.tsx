import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { DialogButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import type { MenuItem } from '../ui/menu.tsx';

const { Menu } = lazily(() => import('../ui/menu.tsx'), { Failed: () => null });

export function LazyMenu(props: ComponentProps<typeof Menu>) {
  return (
    <Suspense fallback={<span className="size-11 pointer-fine:size-9" />}>
      <Menu {...props} />
    </Suspense>
  );
}

export interface PageAction extends MenuItem {
  isButton?: boolean;
}

interface PageActionsProps {
  actions: readonly PageAction[];
  more?: string | undefined;
  children?: ReactNode;
}

export function PageActions({ actions, more = 'More Actions', children }: PageActionsProps) {
  return (
    <Card as="section" aria-label="Actions" className="print:hidden">
      <div className="flex flex-wrap gap-1 lg:flex-col lg:*:justify-start">
        {children}
        {actions
          .filter(({ isButton }) => isButton)
          .map(({ label, onSelect }) => (
            <DialogButton key={label} variant="plain" className="-ml-3.5" onClick={onSelect}>
              {label}
            </DialogButton>
          ))}
        <LazyMenu
          variant="plain"
          size="small"
          className="-ml-3.5"
          items={actions.filter(({ isButton }) => !isButton)}
        >
          {more}
        </LazyMenu>
      </div>
    </Card>
  );
}
