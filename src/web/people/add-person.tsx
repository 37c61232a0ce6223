import { lazily } from '../ui/load-lazily.ts';
import { Opener } from '../ui/opener.tsx';

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
  return (
    <Opener variant="primary" dialog={(control) => <AddPersonDialog role={role} {...control} />}>
      Add {newPersonTexts[role].kind}
    </Opener>
  );
}
