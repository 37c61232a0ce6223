import { useForm } from 'react-hook-form';
import { staffCalls } from '../../contract/staff.ts';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { StaffFields, type StaffForm } from './staff-fields.tsx';

interface AddStaffDialogProps {
  open: boolean;
  onClose: () => void;
}

export function AddStaffDialog({ open, onClose }: AddStaffDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Staff"
      description="A teacher or an admin. They get an email with a link that signs them in."
    >
      <AddStaffForm onClose={onClose} />
    </FormDialog>
  );
}

function AddStaffForm({ onClose }: Pick<AddStaffDialogProps, 'onClose'>) {
  const form = useForm<StaffForm>({
    resolver: schemaResolver(staffCalls.addStaff.body),
    defaultValues: blank,
  });
  const add = useSaveMutation('POST /api/admin/staff', {
    invalidates: ['GET /api/admin/staff', 'GET /api/instructors'],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onClose();
    },
    onError: (error) => showFormError(form, error, 'They could not be added. Please try again.'),
  });
  return (
    <DialogForm
      onSubmit={form.handleSubmit((body) => add.mutate({ body }))}
      onCancel={onClose}
      submitText="Add Staff"
      pendingText="Adding..."
      isSaving={add.isPending}
      problem={form.formState.errors.root?.message}
    >
      <StaffFields form={form} />
    </DialogForm>
  );
}

const blank: StaffForm = {
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  role: 'teacher',
  canEdit: false,
  zoomUser: '',
};
