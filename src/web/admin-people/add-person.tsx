import { Suspense } from 'react';
import { Button } from '../ui/button.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { type NewPersonRole, newPersonWords } from './new-person.ts';

const AddPersonDialog = loadLazily(() =>
  import('./add-person-dialog.tsx').then((part) => part.AddPersonDialog),
);

/** The button of a list, and the dialog behind it. */
export function AddPerson({ kind: role }: { kind: NewPersonRole }) {
  const dialog = useDialog<NewPersonRole>();
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => dialog.open(role)}>
        Add {newPersonWords[role].kind}
      </Button>
      {dialog.subject && (
        <Suspense>
          <AddPersonDialog role={dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
