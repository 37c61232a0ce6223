import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

/** What has to be read before a form is sent again. */
export function FormNotice({ title, children }: { title: string; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed stays in sight whatever is scrolled to, so this may be out of it.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className="mt-4 rounded-control bg-warning-soft px-4 py-3 text-sm">
      <p className="font-medium text-warning">{title}</p>
      {children}
    </div>
  );
}

interface ConflictNoticeProps {
  /** Why it was not saved. */
  message: string;
  /** Each field that they have changed, and what it is now: ['Phone', '+12025550107']. */
  differences: [label: string, value: string][];
  /** Replaces what is typed by the stored values. */
  onUse: () => void;
}

/** Somebody else has saved the same thing meanwhile. What is typed stays; saving again keeps it over theirs. */
export function ConflictNotice({ message, differences, onUse }: ConflictNoticeProps) {
  return (
    <FormNotice title={message}>
      {differences.length > 0 && (
        <>
          <ul className="mt-2 grid gap-1">
            {differences.map(([label, value]) => (
              <li key={label} className="break-words">
                {label} is now <strong className="font-semibold">{value}</strong>
              </li>
            ))}
          </ul>
          <Button variant="outline" size="small" className="mt-3" onClick={onUse}>
            Use the newer values
          </Button>
        </>
      )}
    </FormNotice>
  );
}
