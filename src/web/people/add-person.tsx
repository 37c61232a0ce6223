import { DialogButton } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';

export const newPersonTexts = {
  student: {
    kind: 'Student',
    sentence: 'We’ll email them a link that signs them in.',
  },
  alumni: {
    kind: 'Alumni',
    sentence:
      'Add someone who has finished the course. We’ll email them a link that signs them in.',
  },
} as const;

export type NewPersonRole = keyof typeof newPersonTexts;

const { AddPersonDialog } = lazily(() => import('./person-dialog.tsx'));

export function AddPerson({ kind: role }: { kind: NewPersonRole }) {
  const adding = useDialog<NewPersonRole>();
  return (
    <>
      <DialogButton variant="primary" onClick={() => adding.open(role)}>
        Add {newPersonTexts[role].kind}
      </DialogButton>
      {adding.render((dialog, subject) => (
        <AddPersonDialog role={subject} {...dialog} />
      ))}
    </>
  );
}
