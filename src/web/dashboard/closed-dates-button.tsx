import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { ClosedDatesDialog } = lazily(() => import('../cancellations/closed-dates-dialog.tsx'));

/** The way to the days on which there are no classes. */
export function ClosedDatesButton() {
  const dialog = useDialog<true>();
  return (
    <>
      <Button
        variant="outline"
        size="small"
        aria-haspopup="dialog"
        onClick={() => dialog.open(true)}
      >
        Days Without Classes
      </Button>
      {dialog.render((dialog) => (
        <ClosedDatesDialog {...dialog} />
      ))}
    </>
  );
}
