import { Button } from './button.tsx';
import { FormNotice } from './form-dialog.tsx';

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
