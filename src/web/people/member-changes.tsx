import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { callApi } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { ToastMessage } from '../ui/toast.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { invalidateMembers, useClearing, useReturn } from './change-queries.ts';
import { NamedClasses, PreviewState } from './named-classes.tsx';

type Person = Pick<
  PersonPage,
  'id' | 'role' | 'firstName' | 'lastName' | 'transferStudent' | 'version'
>;

type Words = Pick<
  ComponentProps<typeof ActionDialog>,
  'title' | 'description' | 'confirmText' | 'confirmVariant' | 'isFinal'
>;

interface Change extends Words {
  run: (sendLink: boolean) => Promise<{ message: string }>;
  pendingText?: string;
  failed?: string;
  toast?: (message: string) => ToastMessage;
  /** Which classes it takes or brings back. */
  preview?: ReactNode;
  /** Whether a login link is sent unless an admin says otherwise; undefined where there is no choice. */
  sendsLink?: boolean;
}

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

/** What an admin can change about a student or one of the alumni, each after a question. */
const changes = {
  makeAlumni: (person) => ({
    title: `Make ${nameOf(person)} one of the alumni?`,
    description:
      'They get a mail that says what they can do now, with a login link. What they attended stays on this page. Whether they want texts is asked anew: what they chose as a student was for their classes.',
    confirmText: 'Make Alumni',
    confirmVariant: 'primary',
    run: () => callApi('POST /api/admin/people/:id/make-alumni', { params: { id: person.id } }),
    preview: (
      <ClearedClasses
        personId={person.id}
        kind="alumni"
        title="These classes to come are given back, and they are told:"
      />
    ),
  }),
  makeStudent: (person) => ({
    title: `Make ${nameOf(person)} a student again?`,
    description:
      'The classes they had are on their schedule again. Texts go on as before only if they have not chosen anything as an alumnus; else they are asked anew. Sessions that they joined as an alumnus are given back.',
    confirmText: 'Make Student',
    confirmVariant: 'primary',
    run: (sendLink) =>
      callApi('POST /api/admin/people/:id/make-student', {
        params: { id: person.id },
        body: { sendLink },
      }),
    preview: <ReturningClasses personId={person.id} kind="alumni" />,
    sendsLink: false,
  }),
  deactivate: (person) => ({
    title: `Deactivate ${nameOf(person)}?`,
    description:
      'They are signed out, cannot sign in any more, are in no list and are sent nothing. What they did stays. You find them again under Deactivated people, and can reactivate them.',
    confirmText: 'Deactivate',
    run: () => callApi('POST /api/admin/people/:id/deactivate', { params: { id: person.id } }),
    preview: (
      <ClearedClasses
        personId={person.id}
        kind="deactivation"
        title="These classes to come are given back, and they are told by one last mail:"
      />
    ),
  }),
  reactivate: (person) => ({
    title: `Reactivate ${nameOf(person)}?`,
    description: `They can sign in again as ${person.role === 'alumni' ? 'one of the alumni' : 'a student'}, and are in the lists.`,
    confirmText: 'Reactivate',
    confirmVariant: 'primary',
    run: (sendLink) =>
      callApi('POST /api/admin/people/:id/reactivate', {
        params: { id: person.id },
        body: { sendLink },
      }),
    preview: <ReturningClasses personId={person.id} kind="deactivation" />,
    sendsLink: true,
  }),
  transfer: ({ id, firstName, transferStudent, version }) => ({
    title: transferStudent ? 'No longer a transfer student?' : 'Make a transfer student?',
    description: transferStudent
      ? `${firstName} is then shown the retreat step after class 10, with the code for the first retreat, and is reminded of it. Classes, texts and a retreat that is registered stay as they are.`
      : `${firstName} then skips the retreat step after class 10, gets no code for a first retreat and is not reminded of one. Classes, texts and a retreat that is registered stay as they are.`,
    confirmText: transferStudent ? 'No Transfer Student' : 'Make Transfer Student',
    confirmVariant: 'primary',
    pendingText: 'Updating...',
    run: () =>
      callApi('PATCH /api/admin/students/:id/transfer', {
        params: { id },
        body: { transferStudent: !transferStudent },
        ifMatch: version,
      }),
    toast: (message) => ({ title: 'Transfer student updated', description: message }),
    failed: 'It could not be changed. Please try again.',
    isFinal: (status) => status === 409,
  }),
} satisfies Record<string, (person: Person) => Change>;

export type MemberChange = keyof typeof changes;

interface MemberChangeDialogProps extends DialogControl {
  change: MemberChange;
  person: Person;
}

export function MemberChangeDialog({ change, person, ...dialog }: MemberChangeDialogProps) {
  // As they were while the dialog was open, so that it does not change while it fades out.
  const [shown, setShown] = useState(person);
  if (dialog.open && shown !== person) setShown(person);
  const client = useQueryClient();
  const { run, preview, sendsLink, toast, ...words }: Change = changes[change](shown);
  const [sendLink, setSendLink] = useState(sendsLink ?? false);
  return (
    <ActionDialog
      pendingText="Saving..."
      failed="That could not be done. Please try again."
      {...words}
      {...dialog}
      run={() => run(sendLink)}
      onDone={() => invalidateMembers(client)}
      toast={({ message }) => toast?.(message) ?? { title: message }}
    >
      {preview}
      {sendsLink !== undefined && (
        <div className="mt-4">
          <Checkbox
            label="Send them a mail with a login link"
            checked={sendLink}
            onChange={setSendLink}
          />
        </div>
      )}
    </ActionDialog>
  );
}

interface PreviewProps {
  personId: number;
  kind: 'alumni' | 'deactivation';
}

/** Of the classes that it takes from them. */
function ClearedClasses({ personId, kind, title }: PreviewProps & { title: string }) {
  const { data, error, refetch } = useClearing(personId, kind);
  if (!data) return <PreviewState error={error} onRetry={refetch} />;
  return <NamedClasses title={title} classes={data.classes} />;
}

/** Of the classes that were given back then. */
function ReturningClasses({ personId, kind }: PreviewProps) {
  const { data, error, refetch } = useReturn(personId, kind);
  if (!data) return <PreviewState error={error} onRetry={refetch} />;
  return (
    <>
      <NamedClasses
        title="These classes come back, and they are told:"
        classes={data.preview?.back ?? []}
      />
      <NamedClasses title="These do not come back:" classes={data.preview?.left ?? []} />
    </>
  );
}
