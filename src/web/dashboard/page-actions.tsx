import { ChevronDown, Ellipsis } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { DialogButton } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import type { MenuItem } from '../ui/menu.tsx';

const { Menu } = lazily(() => import('../ui/menu.tsx'), { Failed: () => null });

type LazyMenuProps = Omit<ComponentProps<typeof Menu>, 'children'> & { children?: ReactNode };

export function LazyMenu({ children, ...menu }: LazyMenuProps) {
  return (
    <Suspense fallback={<span className="size-11 pointer-fine:size-9" />}>
      <Menu {...menu}>{children ?? <Ellipsis aria-hidden className="size-5" />}</Menu>
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
    <section aria-label="Actions" className="flex flex-wrap gap-2 print:hidden">
      {children}
      {actions
        .filter(({ isButton }) => isButton)
        .map(({ label, onSelect }) => (
          <DialogButton key={label} onClick={onSelect}>
            {label}
          </DialogButton>
        ))}
      <LazyMenu variant="plain" size="small" items={actions.filter(({ isButton }) => !isButton)}>
        {more}
        <ChevronDown aria-hidden className="size-4" />
      </LazyMenu>
    </section>
  );
}
