import { useForm } from 'react-hook-form';
import { dismissForm } from '../../contract/dismiss-form.ts';
import type { Problem, ProblemGroup } from '../../contract/problems.ts';
import { TextField } from '../ui/field.tsx';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import { toast } from '../ui/toast.ts';

export interface Dismissed {
  group: Pick<ProblemGroup, 'kind' | 'title' | 'count'>;
  /** Absent for all of the kind. */
  problem?: Pick<Problem, 'key' | 'happenedAt' | 'what' | 'person'>;
}

interface DismissDialogProps extends Dismissed {
  open: boolean;
  onClose: () => void;
}

/** Asks why, because others will wonder. */
export function DismissDialog(props: DismissDialogProps) {
  const { group, problem, open, onClose } = props;
  const who = problem?.person ? ` (${problem.person.name})` : '';
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title={problem ? 'Dismiss this problem?' : `Dismiss all ${formatCount(group.count)}?`}
      description={problem ? problem.what + who : group.title}
    >
      <DismissForm {...props} />
    </FormDialog>
  );
}

const failed = 'It could not be dismissed. Please try again.';

function DismissForm({ group, problem, onClose }: DismissDialogProps) {
  const form = useForm({
    resolver: schemaResolver(dismissForm),
    defaultValues: { reason: '' },
  });
  const { errors, isDirty } = form.formState;
  const dismiss = useSaveMutation('POST /api/admin/problems/dismiss', {
    invalidates: ['GET /api/admin/problems', 'GET /api/admin/problems/count'],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onClose();
    },
    onError: (error) => showFormError(form, error, failed),
  });
  const which = problem && { key: problem.key, happenedAt: problem.happenedAt };
  return (
    <DialogForm
      onSubmit={form.handleSubmit(({ reason }) =>
        dismiss.mutate({ body: { kind: group.kind, ...which, reason } }),
      )}
      onCancel={onClose}
      submitText="Dismiss"
      pendingText="Dismissing..."
      isSaving={dismiss.isPending}
      isDirty={isDirty}
    >
      <p>
        Nothing is changed by that: {problem ? 'it is' : 'they are'} only hidden, until the same
        happens anew. You find {problem ? 'it' : 'them'} under Dismissed.
      </p>
      <TextField
        label="Why?"
        hint="Everybody who may see this page can read it."
        autoComplete="off"
        {...form.register('reason')}
        error={errors.reason?.message}
      />
    </DialogForm>
  );
}
