import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { CurrentStaff, StaffRow } from '../../contract/staff.ts';
import { staffBody } from '../../contract/staff-forms.ts';
import { effectOfCorrection } from '../../course/corrected-contact.ts';
import { PAGES } from '../../course/pages.ts';
import { DialogForm, FormDialog, schemaResolver, useSaveMutation } from '../ui/form-dialog.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { toast } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { type StoredField, useVersion } from '../ui/use-version.tsx';
import { CorrectionNotice } from './correction-notice.tsx';
import { lendWords, roleWords, StaffFields, type StaffForm, valuesOf } from './staff-fields.tsx';

const { ConfirmDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface EditStaffDialogProps {
  /** Undefined when the list has them no more. */
  staff: StaffRow | undefined;
  /** Whether they edit themselves. */
  isOwn: boolean;
  open: boolean;
  onClose: () => void;
}

export function EditStaffDialog({ staff, isOwn, open, onClose }: EditStaffDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      missing={staff ? undefined : 'They are not in the list any more.'}
      returnTo="main"
      title="Edit Staff"
      description={staff && `${staff.firstName} ${staff.lastName}`}
    >
      {staff && <EditStaffForm staff={staff} isOwn={isOwn} onClose={onClose} />}
    </FormDialog>
  );
}

interface EditStaffFormProps {
  staff: StaffRow;
  isOwn: boolean;
  onClose: () => void;
}

function EditStaffForm({ staff, isOwn, onClose }: EditStaffFormProps) {
  const [, navigate] = useLocation();
  const form = useForm<StaffForm>({
    resolver: schemaResolver(staffBody),
    defaultValues: valuesOf(staff),
  });
  const question = useDialog<{ warning: string; body: StaffForm }>();
  const { version, notice, handleError, clearConflict } = useVersion({
    form,
    opened: staff,
    valuesOf,
    describe,
    failed,
  });
  const save = useSaveMutation('PATCH /api/admin/staff/:id', {
    invalidates: ['GET /api/admin/staff', 'GET /api/instructors', 'GET /api/user'],
    onSuccess: ({ message }) => {
      toast({ title: message });
      onClose();
      // This page is for admins only, and they are none any more.
      if (isOwn && form.getValues('role') !== 'admin') navigate(PAGES.admin, { replace: true });
    },
    onError: handleError,
  });
  const saveValues = (body: StaffForm) => {
    question.close();
    clearConflict();
    save.mutate({ params: { id: staff.id }, body, ifMatch: version });
  };
  const submit = form.handleSubmit((body) => {
    const warning = isOwn ? warnOfOwn(staff, body) : undefined;
    if (warning) question.open({ warning, body });
    else saveValues(body);
  });

  return (
    <>
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submitText="Update Staff"
        pendingText="Updating..."
        isSaving={save.isPending}
        isDirty={form.formState.isDirty}
        notice={notice}
      >
        <StaffFields form={form} />
        {!isOwn && (
          <CorrectionNotice
            person={contactOf(staff)}
            email={form.watch('email')}
            phone={form.watch('phone')}
          />
        )}
      </DialogForm>
      {question.render((dialog, subject) => (
        <ConfirmDialog
          {...dialog}
          title="This is your own account"
          description={subject.warning}
          confirmText="Update"
          pendingText="Updating..."
          isPending={false}
          onConfirm={() => subject && saveValues(subject.body)}
        />
      ))}
    </>
  );
}

const failed = 'The changes could not be saved. Please try again.';

const contactOf = (staff: StaffRow) => ({ ...staff, hasSignedIn: staff.lastSignInAt !== null });

/** What somebody would do to themselves, where that is more than a matter of spelling. */
function warnOfOwn(staff: StaffRow, { role, email, phone }: StaffForm): string | undefined {
  const warnings = [
    role !== staff.role &&
      'You will be a teacher and no longer an admin. Only another admin can change that back.',
    effectOfCorrection(contactOf(staff), { email, phone: phone ?? null }) !== 'none' &&
      `You will be signed out everywhere. From then on your login links go to ${email}.`,
  ];
  return warnings.filter(Boolean).join(' ') || undefined;
}

function describe(current: CurrentStaff): StoredField<StaffForm>[] {
  const now = valuesOf(current);
  return [
    ['email', 'Email', now.email],
    ['firstName', 'First Name', now.firstName],
    ['lastName', 'Last Name', now.lastName],
    ['phone', 'Phone', now.phone || 'empty'],
    ['role', 'Role', roleWords[now.role]],
    ['canEdit', lendWords, now.canEdit ? 'Yes' : 'No'],
    ['zoomUser', 'Zoom user', now.zoomUser || 'empty'],
  ];
}
