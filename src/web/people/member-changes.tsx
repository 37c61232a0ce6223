import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { invalidateMembers, useClearing, useReturn } from './change-queries.ts';
import { NamedClasses, PreviewState } from './named-classes.tsx';

interface ChangeDialogProps {
  person: Pick<PersonPage, 'id' | 'role' | 'firstName' | 'lastName'>;
  open: boolean;
  onClose: () => void;
}

type Change =
  | 'POST /api/admin/people/:id/make-alumni'
  | 'POST /api/admin/people/:id/make-student'
  | 'POST /api/admin/people/:id/deactivate'
  | 'POST /api/admin/people/:id/reactivate';

/** One of these changes, and what became of it. */
function useChange<C extends Change>(change: C, onClose: () => void) {
  const client = useQueryClient();
  const mutation = useApiMutation(change, {
    onSuccess: ({ message }: { message: string }) => {
      toast({ title: message });
      invalidateMembers(client);
      onClose();
    },
  });
  const failure = 'That could not be done. Please try again.';
  return {
    mutate: mutation.mutate,
    isPending: mutation.isPending,
    problem: mutation.error ? errorMessage(mutation.error, failure) : undefined,
    close: () => {
      mutation.reset();
      onClose();
    },
  };
}

const nameOf = ({ firstName, lastName }: ChangeDialogProps['person']) => `${firstName} ${lastName}`;

export function MakeAlumnusDialog({ person, open, onClose }: ChangeDialogProps) {
  const change = useChange('POST /api/admin/people/:id/make-alumni', onClose);
  const { data, error, refetch } = useClearing(person.id, 'alumni');
  return (
    <ConfirmDialog
      open={open}
      onClose={change.close}
      title={`Make ${nameOf(person)} one of the alumni?`}
      description="They get a mail that says what they can do now, with a login link. What they attended stays on this page. Whether they want texts is asked anew: what they chose as a student was for their classes."
      confirmText="Make Alumni"
      confirmVariant="primary"
      pendingText="Saving..."
      isPending={change.isPending}
      problem={change.problem}
      onConfirm={() => change.mutate({ params: { id: person.id } })}
    >
      {data ? (
        <NamedClasses
          title="These classes to come are given back, and they are told:"
          classes={data.classes}
        />
      ) : (
        <PreviewState error={error} onRetry={refetch} />
      )}
    </ConfirmDialog>
  );
}

export function DeactivateDialog({ person, open, onClose }: ChangeDialogProps) {
  const change = useChange('POST /api/admin/people/:id/deactivate', onClose);
  const { data, error, refetch } = useClearing(person.id, 'deactivation');
  return (
    <ConfirmDialog
      open={open}
      onClose={change.close}
      title={`Deactivate ${nameOf(person)}?`}
      description="They are signed out, cannot sign in any more, are in no list and are sent nothing. What they did stays. You find them again under Deactivated people, and can reactivate them."
      confirmText="Deactivate"
      pendingText="Saving..."
      isPending={change.isPending}
      problem={change.problem}
      onConfirm={() => change.mutate({ params: { id: person.id } })}
    >
      {data ? (
        <NamedClasses
          title="These classes to come are given back, and they are told by one last mail:"
          classes={data.classes}
        />
      ) : (
        <PreviewState error={error} onRetry={refetch} />
      )}
    </ConfirmDialog>
  );
}

export function MakeStudentDialog({ person, open, onClose }: ChangeDialogProps) {
  const change = useChange('POST /api/admin/people/:id/make-student', onClose);
  const [sendLink, setSendLink] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      onClose={change.close}
      title={`Make ${nameOf(person)} a student again?`}
      description="The classes they had are on their schedule again. Texts go on as before only if they have not chosen anything as an alumnus; else they are asked anew. Sessions that they joined as an alumnus are given back."
      confirmText="Make Student"
      confirmVariant="primary"
      pendingText="Saving..."
      isPending={change.isPending}
      problem={change.problem}
      onConfirm={() => change.mutate({ params: { id: person.id }, body: { sendLink } })}
    >
      <ReturningClasses personId={person.id} kind="alumni" />
      <SendLink checked={sendLink} onChange={setSendLink} />
    </ConfirmDialog>
  );
}

export function ReactivateDialog({ person, open, onClose }: ChangeDialogProps) {
  const change = useChange('POST /api/admin/people/:id/reactivate', onClose);
  const [sendLink, setSendLink] = useState(true);
  return (
    <ConfirmDialog
      open={open}
      onClose={change.close}
      title={`Reactivate ${nameOf(person)}?`}
      description={`They can sign in again as ${person.role === 'alumni' ? 'one of the alumni' : 'a student'}, and are in the lists.`}
      confirmText="Reactivate"
      confirmVariant="primary"
      pendingText="Saving..."
      isPending={change.isPending}
      problem={change.problem}
      onConfirm={() => change.mutate({ params: { id: person.id }, body: { sendLink } })}
    >
      <ReturningClasses personId={person.id} kind="deactivation" />
      <SendLink checked={sendLink} onChange={setSendLink} />
    </ConfirmDialog>
  );
}

interface SendLinkProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function SendLink(props: SendLinkProps) {
  return (
    <div className="mt-4">
      <Checkbox label="Send them a mail with a login link" {...props} />
    </div>
  );
}

interface ReturningClassesProps {
  personId: number;
  kind: 'alumni' | 'deactivation';
}

/** Of the classes that were given back then. */
function ReturningClasses({ personId, kind }: ReturningClassesProps) {
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
