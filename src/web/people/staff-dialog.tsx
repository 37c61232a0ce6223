import { useState } from 'react';
import { useLocation } from 'wouter';
import type { CurrentStaff, ExistingMember, StaffRow } from '../../contract/staff.ts';
import { staffBody } from '../../contract/staff.ts';
import { effectOfCorrection } from '../../course/corrected-contact.ts';
import { PAGES } from '../../course/pages.ts';
import { ApiError, callApi } from '../api.ts';
import { ConfirmDialog } from '../ui/action-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { formatPhone } from '../ui/contact.tsx';
import { FormDialog, FormNotice, MissingSubject } from '../ui/form-dialog.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { type StoredField, useDialogForm } from '../ui/use-dialog-form.tsx';
import {
  lendWords,
  ofPerson,
  PersonFields,
  type PersonValues,
  staffRoles,
} from './person-fields.tsx';

type StaffForm = typeof staffBody._zod.output;

const blank = { email: '', firstName: '', lastName: '', phone: '', zoomUser: '' };

interface Offer {
  /** As it was typed. */
  email: string;
  member: ExistingMember | undefined;
}

export function AddStaffDialog(control: DialogControl) {
  const [offer, setOffer] = useState<Offer>();
  const { form, save, dialog } = useDialogForm({
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
        setOffer({ email: form.getValues('email'), member: memberIn(error) });
        throw error;
      }
    },
    invalidates: [
      'GET /api/admin/staff',
      'GET /api/instructors',
      'GET /api/students',
      'GET /api/alumni',
    ],
    toast: ({ message }) => ({ title: message }),
    failed: 'They could not be added. Please try again.',
    ...control,
  });
  // Not for another email that is typed then.
  const member = form.watch('email') === offer?.email ? offer?.member : undefined;
  return (
    <FormDialog
      {...dialog}
      title="Add Staff"
      description="A teacher or an admin. They get an email with a link that signs them in."
      submitText="Add Staff"
      pendingText="Adding..."
      notice={
        member && (
          <MemberOffer
            member={member}
            pending={dialog.isSaving}
            onAccept={form.handleSubmit((body) => save(body, member))}
          />
        )
      }
    >
      <PersonFields of="staff" form={form} />
    </FormDialog>
  );
}

/** Whom the email belongs to, where the server has refused to add them for that reason. */
function memberIn(error: unknown): ExistingMember | undefined {
  return error instanceof ApiError ? (error.current as ExistingMember | undefined) : undefined;
}

interface MemberOfferProps {
  member: ExistingMember;
  pending: boolean;
  onAccept: () => void;
}

/** Says who has the email already, and offers to make that person staff. */
function MemberOffer({ member, pending, onAccept }: MemberOfferProps) {
  const name = `${member.firstName} ${member.lastName}`;
  const kind = member.role === 'student' ? 'a student' : 'one of the alumni';
  return (
    <FormNotice title={`${name} is in the portal as ${kind}.`}>
      <p className="mt-1">
        You can make this person staff. They keep their email and everything they have attended,
        leave the list of {member.role === 'student' ? 'students' : 'alumni'}, and are {kind} again
        when their access as staff ends. {member.firstName} will get a welcome email with a login
        link and be signed out everywhere.
      </p>
      <Button
        variant="outline"
        size="small"
        className="mt-3"
        pending={pending}
        pendingText="Changing..."
        onClick={onAccept}
      >
        Make {name} staff
      </Button>
    </FormNotice>
  );
}

interface EditStaffDialogProps extends DialogControl {
  /** Undefined when the list has them no more. */
  staff: StaffRow | undefined;
  /** Whether they edit themselves. */
  isOwn: boolean;
}

export function EditStaffDialog({ staff, isOwn, ...dialog }: EditStaffDialogProps) {
  if (!staff) {
    return <MissingSubject {...dialog}>They are not in the list any more.</MissingSubject>;
  }
  return <EditStaff staff={staff} isOwn={isOwn} {...dialog} />;
}

function EditStaff({ staff, isOwn, ...control }: EditStaffDialogProps & { staff: StaffRow }) {
  const { id, firstName, lastName } = staff;
  const [, navigate] = useLocation();
  const question = useDialog<{ warning: string; body: StaffForm }>();
  const { form, save, dialog } = useDialogForm({
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
    invalidates: ['GET /api/admin/staff', 'GET /api/instructors', 'GET /api/user'],
    toast: ({ message }) => ({ title: message }),
    onSaved: ({ role }) => {
      control.onClose();
      // This page is for admins only, and they are none any more.
      if (isOwn && role !== 'admin') navigate(PAGES.admin, { replace: true });
    },
    failed: 'The changes could not be saved. Please try again.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo="main"
      title="Edit Staff"
      description={`${firstName} ${lastName}`}
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

/** What somebody would do to themselves, where that is more than a matter of spelling. */
function warnOfOwn(staff: StaffRow, { role, email, phone }: StaffForm): string {
  const warnings = [
    role !== staff.role &&
      'You will be a teacher and no longer an admin. Only another admin can change that back.',
    effectOfCorrection(contactOf(staff), { email, phone: phone ?? null }) !== 'none' &&
      `You will be signed out everywhere. From then on your login links go to ${email}.`,
  ];
  return warnings.filter(Boolean).join(' ');
}

function describe(current: CurrentStaff): StoredField<PersonValues>[] {
  const now = valuesOf(current);
  return [
    ['email', 'Email', now.email],
    ['firstName', 'First Name', now.firstName],
    ['lastName', 'Last Name', now.lastName],
    ['phone', 'Phone', now.phone || 'empty'],
    ['role', 'Role', staffRoles[now.role]],
    ['canEdit', lendWords, now.canEdit ? 'Yes' : 'No'],
    ['zoomUser', 'Zoom user', now.zoomUser || 'empty'],
  ];
}

/** An admin who becomes a teacher is lent nothing unless somebody says so. */
function valuesOf({ email, firstName, lastName, phone, role, canEdit, zoomUser }: CurrentStaff) {
  return {
    email,
    firstName,
    lastName,
    phone: phone ? formatPhone(phone) : '',
    role,
    canEdit: role === 'teacher' && canEdit,
    zoomUser: zoomUser ?? '',
  };
}
