import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { ClassChangePreview } from '../../contract/class-changes.ts';
import type { AdminClass } from '../../contract/classes.ts';
import { TIME_SLOTS, type TimeSlot } from '../../course/course.ts';
import { formatSlot } from '../../course/format-time.ts';
import { apiQuery, errorMessage } from '../api.ts';
import { DialogForm, FormDialog, showFormError, useSaveMutation } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import { InlineError } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { labelOfSlot, noInstructor } from './class-form.ts';
import { useInstructors } from './queries.ts';

interface ChangeClassesDialogProps {
  chosen: AdminClass[];
  open: boolean;
  onClose: () => void;
  onChanged: () => void;
}

export function ChangeClassesDialog(props: ChangeClassesDialogProps) {
  const { chosen, open, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title={chosen.length === 1 ? 'Change 1 class' : `Change ${chosen.length} classes`}
      description="All of them are changed, or none. Their days stay as they are."
    >
      <ChangeClassesForm {...props} />
    </FormDialog>
  );
}

const unchanged = { value: '', label: 'As it is' };

function ChangeClassesForm({ chosen, onClose, onChanged }: ChangeClassesDialogProps) {
  const form = useForm({ defaultValues: { instructor: '', timeSlot: '' } });
  const { instructor = '', timeSlot = '' } = useWatch({ control: form.control });
  const { data: instructors = [] } = useInstructors();
  const body = {
    classIds: chosen.map(({ id }) => id),
    ...(timeSlot && { timeSlot: timeSlot as TimeSlot }),
    ...(instructor && { instructorId: instructor === noInstructor ? null : Number(instructor) }),
  };
  const isChange = instructor !== '' || timeSlot !== '';
  const { data: preview, error } = useQuery({
    ...apiQuery('POST /api/admin/class-changes/preview', { body }),
    enabled: isChange,
    staleTime: 0,
    gcTime: 0,
  });
  const save = useSaveMutation('POST /api/admin/class-changes', {
    invalidates: ['GET /api/classes/all'],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onChanged();
      onClose();
    },
    onError: (failure) => showFormError(form, failure, 'The classes could not be changed.'),
  });
  const submit = form.handleSubmit(() => {
    if (isChange) return save.mutate({ body });
    form.setError('root', { message: 'Please choose an instructor or a time slot.' });
  });
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText={chosen.length === 1 ? 'Change 1 Class' : `Change ${chosen.length} Classes`}
      pendingText="Updating..."
      isSaving={save.isPending}
      isDirty={isChange}
      problem={form.formState.errors.root?.message}
    >
      <SelectField
        label="Instructor"
        {...form.register('instructor')}
        options={[
          unchanged,
          { value: noInstructor, label: 'No instructor' },
          ...instructors.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        label="Time Slot"
        {...form.register('timeSlot')}
        options={[
          unchanged,
          ...TIME_SLOTS.map((slot) => ({ value: slot, label: labelOfSlot(slot) })),
        ]}
      />
      {error && <InlineError>{errorMessage(error, 'It could not be tried.')}</InlineError>}
      {isChange && preview && <ChangePreview preview={preview} />}
      {isChange && (
        <p className="text-muted text-sm">
          Instructors will get an email about what changes for them.
          {instructor !== '' &&
            ' Students whose class moves to another Zoom host will get a new link by email.'}
        </p>
      )}
    </DialogForm>
  );
}

/** What is in the way, and who is told. */
function ChangePreview({ preview: { classes, people } }: { preview: ClassChangePreview }) {
  const blocked = classes.filter(({ problem }) => problem !== null);
  return (
    <section aria-label="Preview" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
      <p role="status" className="font-semibold">
        {blocked.length > 0
          ? `${blocked.length} of ${classes.length} cannot be changed like this`
          : describeTold(people.length)}
      </p>
      {blocked.length > 0 ? (
        <ul className="mt-1">
          {blocked.map(({ id, startTime, problem }) => (
            <li key={id} className="py-1">
              {formatSlot(new Date(startTime))}: {problem}
            </li>
          ))}
        </ul>
      ) : (
        people.length > 0 && (
          <p className="wrap-anywhere text-muted">
            {people
              .map(({ name, byText }) => `${name} (${byText ? 'mail and text' : 'mail'})`)
              .join(', ')}
          </p>
        )
      )}
    </section>
  );
}

function describeTold(count: number): string {
  if (count === 0) return 'No student’s time changes';
  return count === 1
    ? '1 student will be told of the new time'
    : `${count} students will be told of the new time`;
}
