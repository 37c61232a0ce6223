import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ButtonStyle, buttonStyles, classNames } from './styles.ts';

export interface MenuItem {
  label: string;
  href?: string;
  isDownload?: boolean;
  onSelect?: () => void;
  isDangerous?: boolean;
  isCurrent?: boolean;
}

interface MenuProps extends ButtonStyle {
  label?: string;
  children: ReactNode;
  heading?: ReactNode;
  items: readonly MenuItem[];
}

const itemStyles =
  'flex min-h-11 cursor-pointer select-none items-center rounded-control px-3 outline-none aria-[current=page]:font-semibold pointer-fine:min-h-9';

export function Menu({ label, children, heading, items, ...style }: MenuProps) {
  // All content belongs in a landmark, so put the menu in `main`. Every page has its own, so find it on opening.
  const [main, setMain] = useState<HTMLElement | null>(null);
  if (items.length === 0) return null;
  const safe = items.filter(({ isDangerous }) => !isDangerous);
  const dangerous = items.filter(({ isDangerous }) => isDangerous);
  return (
    <DropdownMenu.Root
      modal={false}
      onOpenChange={(isOpen) => isOpen && setMain(document.getElementById('main'))}
    >
      <DropdownMenu.Trigger aria-label={label} className={buttonStyles(style)}>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={main}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-control border border-line bg-card p-1.5 text-sm shadow-floating"
        >
          {heading && (
            <DropdownMenu.Label className="wrap-anywhere max-w-64 px-3 py-2 text-muted">
              {heading}
            </DropdownMenu.Label>
          )}
          {safe.map(renderItem)}
          {safe.length > 0 && dangerous.length > 0 && (
            <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
          )}
          {dangerous.map(renderItem)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function renderItem({ label, href, isDownload, onSelect, isDangerous, isCurrent }: MenuItem) {
  const className = classNames(
    itemStyles,
    isDangerous
      ? 'text-danger data-highlighted:bg-danger-soft'
      : 'text-ink data-highlighted:bg-sky',
  );
  if (href === undefined) {
    return (
      <DropdownMenu.Item
        key={label}
        className={className}
        onSelect={() => onSelect && afterClosing(onSelect)}
      >
        {label}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item key={label} asChild className={className}>
      {isDownload ? (
        <a href={href} download>
          {label}
        </a>
      ) : (
        <Link href={href} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      )}
    </DropdownMenu.Item>
  );
}

/** Waits until Radix has focused the menu's button, so that a dialog can return focus to it. */
function afterClosing(act: () => void): void {
  setTimeout(() => setTimeout(act));
}
