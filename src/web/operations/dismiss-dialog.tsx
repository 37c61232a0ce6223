import { reasonBody } from '../../contract/forms.ts';
import type { Problem, ProblemGroup } from '../../contract/operations.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatCount } from '../ui/loaded-list.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

export interface Dismissed {
  group: Pick<ProblemGroup, 'kind' | 'title' | 'count'>;
  problem?: Pick<Problem, 'key' | 'happenedAt' | 'what' | 'person'>;
}

export function DismissDialog({ group, problem, ...control }: Dismissed & DialogControl) {
  const who = problem?.person ? ` (${problem.person.name})` : '';
  const which = problem && { key: problem.key, happenedAt: problem.happenedAt };
  const { field, dialog } = useDialogForm(control, {
    schema: reasonBody,
    values: { reason: '' },
    save: ({ reason }) =>
      callApi('POST /api/admin/problems/dismiss', { body: { kind: group.kind, ...which, reason } }),
    invalidates: ['GET /api/admin/problems', 'GET /api/admin/problems/count'],
    failed: 'We couldn’t dismiss this. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      title={problem ? 'Dismiss this problem?' : `Dismiss all ${formatCount(group.count)}?`}
      description={problem ? problem.what + who : group.title}
      submitText="Dismiss"
      pendingText="Dismissing..."
    >
      <p>
        This only hides{' '}
        {problem ? 'the problem until it happens' : 'the problems until they happen'} again. You can
        find {problem ? 'it' : 'them'} under Dismissed.
      </p>
      <TextField
        label="Why?"
        hint="Everyone who can see this page can read your reason."
        autoComplete="off"
        {...field('reason')}
      />
    </FormDialog>
  );
}
