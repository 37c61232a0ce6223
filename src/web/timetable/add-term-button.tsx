import { DialogButton } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { AddTermDialog } = lazily(() => import('./add-term-dialog.tsx'));

export function AddTermButton() {
  const adding = useDialog<true>();
  return (
    <>
      <DialogButton onClick={() => adding.open(true)}>Add a Term</DialogButton>
      {adding.render((dialog) => (
        <AddTermDialog {...dialog} />
      ))}
    </>
  );
}
