import { Tabs as Radix } from 'radix-ui';
import { type ComponentType, Suspense } from 'react';

interface TabsProps {
  label: string;
  tabs: readonly { value: string; label: string; Content: ComponentType }[];
  shown: string;
  onOpen: (value: string) => void;
}

export function Tabs({ label, tabs, shown, onOpen }: TabsProps) {
  return (
    <Radix.Root value={shown} onValueChange={onOpen}>
      <Radix.List aria-label={label} className="flex border-line border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            // Radix focuses tabs with a script, so a focus ring would appear after a click.
            onMouseDown={({ currentTarget }) => currentTarget.focus({ focusVisible: false })}
            className="-mb-px min-h-11 flex-1 rounded-t-control border-transparent border-b-3 px-4 py-2 font-medium text-muted hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink sm:flex-none"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ value, Content }) => (
        <Radix.Content key={value} value={value} tabIndex={-1} className="pt-3">
          <Suspense>
            <Content />
          </Suspense>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
