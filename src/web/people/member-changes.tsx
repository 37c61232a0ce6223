import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { fullName } from '../../course/full-name.ts';
import { callApi, invalidate } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import type { ToastMessage } from '../ui/toast.ts';
import type { DialogControl } from '../ui/use-dialog.ts';
import { NamedClasses } from './named-classes.tsx';
import { memberLists, useClearing, useReturn } from './queries.ts';

type Person = Pick<
  PersonPage,
  'id' | 'role' | 'firstName' | 'lastName' | 'transferStudent' | 'version'
>;

type DialogTexts = Pick<
  ComponentProps<typeof ActionDialog>,
  'title' | 'description' | 'confirmText' | 'confirmVariant' | 'isFinal'
>;

type ClearedBy = 'alumni' | 'deactivation';

interface Change extends DialogTexts {
  run: (params: { id: number }, body: { sendLink: boolean }) => Promise<{ message: string }>;
  pendingText?: string;
  failed?: string;
  toast?: (message: string) => ToastMessage;
  clears?: [kind: ClearedBy, title: string];
  restores?: ClearedBy;
  /** Whether the login link checkbox starts checked. If not set, there is no checkbox. */
  sendsLink?: boolean;
}

const changes = {
  makeAlumni: (person) => ({
    title: `Make ${fullName(person)} an alum?`,
    description:
      'We’ll email them a login link and explain what they can do as alumni. Their attendance will stay on this page. We’ll ask them again about texts, because their earlier choice only covered class reminders.',
    confirmText: 'Make Alumni',
    confirmVariant: 'primary',
    run: (params) => callApi('POST /api/admin/people/:id/make-alumni', { params }),
    clears: ['alumni', 'We’ll remove these upcoming classes and let the person know:'],
  }),
  makeStudent: (person) => ({
    title: `Make ${fullName(person)} a student again?`,
    description:
      'We’ll put their classes back on their schedule, and we’ll cancel the alumni sessions they joined. If they made a choice about texts as an alum, we’ll ask them again. Otherwise, their earlier choice will apply.',
    confirmText: 'Make Student',
    confirmVariant: 'primary',
    run: (params, body) => callApi('POST /api/admin/people/:id/make-student', { params, body }),
    restores: 'alumni',
    sendsLink: false,
  }),
  deactivate: (person) => ({
    title: `Deactivate ${fullName(person)}?`,
    description:
      'We’ll sign them out, and they won’t be able to sign in again. They’ll no longer be listed as a student or alum, and they won’t get any messages. We’ll keep their history, and you can reactivate them under Deactivated people.',
    confirmText: 'Deactivate',
    run: (params) => callApi('POST /api/admin/people/:id/deactivate', { params }),
    clears: [
      'deactivation',
      'We’ll cancel their registrations for these classes and send them one last email:',
    ],
  }),
  reactivate: (person) => ({
    title: `Reactivate ${fullName(person)}?`,
    description: `They’ll be able to sign in again as ${person.role === 'alumni' ? 'an alum' : 'a student'}, and they’ll appear in the lists again.`,
    confirmText: 'Reactivate',
    confirmVariant: 'primary',
    run: (params, body) => callApi('POST /api/admin/people/:id/reactivate', { params, body }),
    restores: 'deactivation',
    sendsLink: true,
  }),
  signOut: (person) => ({
    title: 'Sign out everywhere?',
    description: `We’ll sign ${fullName(person)} out on every device, and unused login links will stop working.`,
    confirmText: 'Sign Out Everywhere',
    pendingText: 'Signing out...',
    run: (params) => callApi('POST /api/admin/people/:id/sign-out', { params }),
    toast: () => ({ title: `${fullName(person)} is signed out everywhere` }),
    failed: 'We couldn’t sign this person out. Please try again.',
  }),
  resetPasskeys: (person) => ({
    title: 'Reset passkeys?',
    description: `We’ll remove all of ${fullName(person)}’s passkeys, sign them out and email them. Until they add a new passkey, anyone who can read their email can sign in as them, so please talk to them first.`,
    confirmText: 'Reset Passkeys',
    run: (params) => callApi('POST /api/admin/people/:id/reset-passkeys', { params }),
  }),
  transfer: ({ firstName, transferStudent, version }) => ({
    title: `Make ${firstName} a ${transferStudent ? 'regular' : 'transfer'} student?`,
    description: transferStudent
      ? `${firstName} will see the retreat step after Class 10, with the code for a first retreat, and get reminders about it. Their classes, texts and retreat registrations won’t change.`
      : `${firstName} will skip the retreat step after Class 10 and won’t get reminders about it or the code for a first retreat. Their classes, texts and retreat registrations won’t change.`,
    confirmText: transferStudent ? 'Make Regular Student' : 'Mark as Transfer Student',
    confirmVariant: 'primary',
    pendingText: 'Updating...',
    run: (params) =>
      callApi('PATCH /api/admin/students/:id/transfer', {
        params,
        body: { transferStudent: !transferStudent },
        ifMatch: version,
      }),
    toast: (message) => ({ title: 'Transfer status updated', description: message }),
    failed: 'We couldn’t change the transfer status. Please try again.',
    isFinal: (status) => status === 409,
  }),
} satisfies Record<string, (person: Person) => Change>;

export type MemberChange = keyof typeof changes;

interface MemberChangeDialogProps extends DialogControl {
  change: MemberChange;
  person: Person;
}

export function MemberChangeDialog({ change, person, ...dialog }: MemberChangeDialogProps) {
  // Don't let the text change while the dialog fades out.
  const [shown, setShown] = useState(person);
  if (dialog.open && shown !== person) setShown(person);
  const client = useQueryClient();
  const { id } = shown;
  const { run, clears, restores, sendsLink, toast, ...texts }: Change = changes[change](shown);
  const [sendLink, setSendLink] = useState(sendsLink ?? false);
  return (
    <ActionDialog
      failed="We couldn’t save this. Please try again."
      {...texts}
      {...dialog}
      run={() => run({ id }, { sendLink })}
      // Don't wait for the new data, which would change the text before the dialog closes.
      onDone={() => void invalidate(client, ...memberLists)}
      toast={({ message }) => toast?.(message) ?? { title: message }}
    >
      {clears && <ClearedClasses id={id} kind={clears[0]} title={clears[1]} />}
      {restores && <ReturningClasses id={id} kind={restores} />}
      {sendsLink !== undefined && (
        <div className="mt-4">
          <Checkbox label="Email them a login link" checked={sendLink} onChange={setSendLink} />
        </div>
      )}
    </ActionDialog>
  );
}

type Cleared = { id: number; kind: ClearedBy };

function ClearedClasses({ id, kind, title }: Cleared & { title: string }) {
  const query = useClearing(id, kind);
  return (
    <LoadedList count={query.data && 1} query={query} what="the classes">
      <NamedClasses title={title} classes={query.data?.classes ?? []} />
    </LoadedList>
  );
}

function ReturningClasses({ id, kind }: Cleared) {
  const query = useReturn(id, kind);
  const { back = [], left = [] } = query.data?.preview ?? {};
  return (
    <LoadedList count={query.data && 1} query={query} what="the classes">
      <NamedClasses title="We’ll restore these classes and let the person know:" classes={back} />
      <NamedClasses title="We can’t restore these classes:" classes={left} />
    </LoadedList>
  );
}
