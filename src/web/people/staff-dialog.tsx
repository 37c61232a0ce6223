import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  type CurrentStaff,
  type ExistingMember,
  type StaffRow,
  staffBody,
} from '../../contract/staff.ts';
import { effectOfCorrection } from '../../course/corrected-contact.ts';
import { fullName } from '../../course/full-name.ts';
import { PAGES } from '../../course/pages.ts';
import { type ApiError, callApi } from '../api.ts';
import { useRights } from '../auth.tsx';
import { ConfirmDialog } from '../ui/action-dialog.tsx';
import { SmallButton } from '../ui/button.tsx';
import { aboutSubject, FormDialog, FormNotice } from '../ui/form-dialog.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { type StoredField, useDialogForm } from '../ui/use-dialog-form.tsx';
import {
  contactValues,
  describeContact,
  editRightsLabel,
  ofPerson,
  PersonFields,
  type PersonValues,
  staffRoles,
} from './person-fields.tsx';
import { staffLists } from './queries.ts';

type StaffForm = typeof staffBody._zod.output;

const blank = { email: '', firstName: '', lastName: '', phone: '', zoomUser: '' };

export function AddStaffDialog(control: DialogControl) {
  const [offer, setOffer] = useState<{ email: string; member: ExistingMember | undefined }>();
  const { form, save, dialog } = useDialogForm(control, {
    schema: ofPerson(staffBody),
    values: { ...blank, role: 'teacher', canEdit: false },
    save: async (body, _, member?: ExistingMember): Promise<{ message: string }> => {
      if (member) {
        return callApi('POST /api/admin/people/:id/make-staff', {
          params: { id: member.id },
          body,
        });
      }
      try {
        setOffer(undefined);
        return await callApi('POST /api/admin/staff', { body });
      } catch (error) {
        const member = (error as ApiError).current as ExistingMember | undefined;
        setOffer({ email: form.getValues('email'), member });
        throw error;
      }
    },
    invalidates: staffLists,
    failed: 'We couldn’t add this person. Please try again.',
  });
  const member = form.watch('email') === offer?.email ? offer?.member : undefined;
  const kind = member?.role === 'student' ? 'a student' : 'an alum';
  return (
    <FormDialog
      {...dialog}
      title="Add Staff"
      description="Add a teacher or an admin. We’ll email them a link that signs them in."
      submitText="Add Staff"
      pendingText="Adding..."
      notice={
        member && (
          <FormNotice title={`${fullName(member)} is already in the portal as ${kind}.`}>
            <p className="mt-1">
              You can make {member.firstName} staff. They’ll keep their email and attendance but
              won’t appear in the list of {member.role === 'student' ? 'students' : 'alumni'}{' '}
              anymore. If you deactivate them as staff later, they’ll become {kind} again. We’ll
              sign them out everywhere and send a welcome email with a login link.
            </p>
            <SmallButton
              className="mt-3"
              pending={dialog.isSaving}
              pendingText="Changing..."
              onClick={form.handleSubmit((body) => save(body, member))}
            >
              Make {fullName(member)} Staff
            </SmallButton>
          </FormNotice>
        )
      }
    >
      <PersonFields of="staff" form={form} />
    </FormDialog>
  );
}

const noStaff = 'This person is no longer on the list.';
export const EditStaffDialog = aboutSubject('staff', noStaff, EditStaff);

function EditStaff({ staff, ...control }: DialogControl & { staff: StaffRow }) {
  const { id } = staff;
  const isOwn = id === useRights().id;
  const [, navigate] = useLocation();
  const question = useDialog<{ warning: string; body: StaffForm }>();
  const { form, save, dialog } = useDialogForm(control, {
    schema: ofPerson(staffBody),
    values: valuesOf(staff),
    stored: { version: staff.version, valuesOf, describe },
    ask: (body) => {
      const warning = isOwn ? warnOfOwn(staff, body) : '';
      if (warning) question.open({ warning, body });
      return warning !== '';
    },
    save: async (body, ifMatch) => {
      const params = { id };
      const { message } = await callApi('PATCH /api/admin/staff/:id', { params, body, ifMatch });
      return { message, role: body.role };
    },
    invalidates: [...staffLists, 'GET /api/user'],
    onSaved: ({ role }) => {
      control.onClose();
      // Only admins may see this page, so an admin who becomes a teacher has to leave it.
      if (isOwn && role !== 'admin') navigate(PAGES.admin, { replace: true });
    },
    failed: 'We couldn’t save the changes. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      title="Edit Staff"
      description={fullName(staff)}
      submitText="Update Staff"
      pendingText="Updating..."
      dialogs={question.render((asking, { warning, body }) => (
        <ConfirmDialog
          {...asking}
          title="This is your own account"
          description={warning}
          confirmText="Update"
          pendingText="Updating..."
          onConfirm={() => {
            question.close();
            save(body);
          }}
        />
      ))}
    >
      <PersonFields of="staff" form={form} person={isOwn ? undefined : contactOf(staff)} />
    </FormDialog>
  );
}

const contactOf = (staff: StaffRow) => ({ ...staff, hasSignedIn: staff.lastSignInAt !== null });

function warnOfOwn(staff: StaffRow, { role, email, phone }: StaffForm): string {
  const warnings = [
    role !== staff.role &&
      'You’ll become a teacher and won’t be an admin anymore. Only another admin can change that back.',
    effectOfCorrection(contactOf(staff), { email, phone: phone ?? null }) !== 'none' &&
      `We’ll sign you out everywhere and send your login links to ${email}.`,
  ];
  return warnings.filter(Boolean).join(' ');
}

function describe(current: CurrentStaff): StoredField<PersonValues>[] {
  const values = valuesOf(current);
  return [
    ...describeContact(values),
    ['role', 'Role', staffRoles[values.role]],
    ['canEdit', editRightsLabel, values.canEdit ? 'Yes' : 'No'],
    ['zoomUser', 'Zoom user', values.zoomUser || 'empty'],
  ];
}

/** Clears `canEdit` for admins, so that an admin who becomes a teacher doesn't get edit rights by accident. */
function valuesOf({ role, canEdit, zoomUser, ...contact }: CurrentStaff) {
  return {
    ...contactValues(contact),
    role,
    canEdit: role === 'teacher' && canEdit,
    zoomUser: zoomUser ?? '',
  };
}
