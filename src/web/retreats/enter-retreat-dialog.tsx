import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { enterRetreatBody } from '../../contract/retreat-forms.ts';
import { TextField } from '../ui/field.tsx';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { TextAreaField } from '../ui/form-fields.tsx';
import { toast } from '../ui/toast.ts';
import { addEnteredRetreat } from './entered-retreats.ts';

interface Student {
  id: number;
  firstName: string;
  lastName: string;
}

interface EnterRetreatDialogProps {
  /** Undefined when the list has them no more. */
  student: Student | undefined;
  open: boolean;
  onClose: () => void;
}

/** For a student who booked by phone. */
export function EnterRetreatDialog({ student, open, onClose }: EnterRetreatDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      missing={student ? undefined : 'No student data available'}
      returnTo="main"
      title="Enter a Retreat"
      description={
        student &&
        `For ${student.firstName} ${student.lastName}, who booked elsewhere than on the retreat site.`
      }
    >
      {student && <EnterRetreatForm student={student} onClose={onClose} />}
    </FormDialog>
  );
}

function EnterRetreatForm({ student, onClose }: { student: Student; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    resolver: schemaResolver(enterRetreatBody),
    defaultValues: {
      retreatTitle: '',
      retreatDescription: '',
      date: '',
      from: '09:00',
      until: '17:00',
    },
  });
  const { errors } = form.formState;
  const save = useSaveMutation('POST /api/admin/people/:id/retreats', {
    invalidates: ['GET /api/admin/people/:id'],
    update: (_, entered) => addEnteredRetreat(client, student.id, entered),
    onSuccess: () => {
      toast({
        title: 'Retreat entered',
        description: `${student.firstName} sees it on their schedule.`,
      });
      onClose();
    },
    onError: (error) => showFormError(form, error, 'Failed to enter the retreat'),
  });
  const submit = form.handleSubmit((body) => save.mutate({ params: { id: student.id }, body }));
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitText="Enter Retreat"
      pendingText="Entering..."
      isSaving={save.isPending}
      isDirty={form.formState.isDirty}
    >
      <TextField
        label="Title"
        {...form.register('retreatTitle')}
        error={errors.retreatTitle?.message}
      />
      <TextAreaField
        label="Description"
        {...form.register('retreatDescription')}
        error={errors.retreatDescription?.message}
      />
      <TextField
        label="Date (optional)"
        type="date"
        hint="With a date it stands in the student’s calendar. Times are Pacific."
        {...form.register('date')}
        error={errors.date?.message}
      />
      <div className="grid gap-4 min-[26rem]:grid-cols-2">
        <TextField
          label="From"
          type="time"
          {...form.register('from')}
          error={errors.from?.message}
        />
        <TextField
          label="Until"
          type="time"
          {...form.register('until')}
          error={errors.until?.message}
        />
      </div>
    </DialogForm>
  );
}
