import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { staffBody } from '../../contract/staff-forms.ts';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { MemberOffer, memberIn } from './make-staff.tsx';
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
    resolver: schemaResolver(staffBody),
    defaultValues: blank,
  });
  const [typedEmail, setTypedEmail] = useState<string>();
  const callbacks = {
    onSuccess: ({ message }: { message: string }) => {
      toast({ title: message });
      onClose();
    },
    onError: (error: Error) =>
      showFormError(form, error, 'They could not be added. Please try again.'),
  };
  const add = useSaveMutation('POST /api/admin/staff', {
    invalidates: ['GET /api/admin/staff', 'GET /api/instructors'],
    ...callbacks,
  });
  const make = useSaveMutation('POST /api/admin/people/:id/make-staff', {
    invalidates: [
      'GET /api/admin/staff',
      'GET /api/instructors',
      'GET /api/students',
      'GET /api/alumni',
    ],
    ...callbacks,
  });
  // Offered for the email that was refused, and not for another one that is typed then.
  const member = form.watch('email') === typedEmail ? memberIn(add.error) : undefined;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((body) => {
        setTypedEmail(form.getValues('email'));
        add.mutate({ body });
      })}
      onCancel={onClose}
      submitText="Add Staff"
      pendingText="Adding..."
      isSaving={add.isPending || make.isPending}
      isDirty={form.formState.isDirty}
      notice={
        member && (
          <MemberOffer
            member={member}
            pending={make.isPending}
            onAccept={form.handleSubmit((body) => make.mutate({ params: { id: member.id }, body }))}
          />
        )
      }
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
