import type { FormEventHandler, ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { AlumniRow, CurrentMember } from '../../contract/people.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { Button } from '../ui/button.tsx';
import { DialogForm } from '../ui/form-dialog.tsx';
import { formatPhone } from '../ui/format-phone.ts';
import { lazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import type { StoredField } from '../ui/use-version.tsx';
import { CorrectionNotice } from './correction-notice.tsx';
import { PersonFields } from './person-fields.tsx';
import { StartDateField } from './start-date-field.tsx';
import { TextConsentBox } from './text-consent-box.tsx';

const { SignOutConfirmation } = lazily(() => import('./student-confirmations.tsx'));
const { ErasePersonDialog } = lazily(() => import('./erase-person-dialog.tsx'));

/** As they are typed: without a date or a phone number the field is empty. */
export interface MemberValues {
  email: string;
  firstName: string;
  lastName: string;
  phone?: string | undefined;
  startDate: string;
  textConsent: boolean;
}

interface MemberFormProps<Output> {
  person: CurrentMember & Pick<AlumniRow, 'id' | 'textRefusal' | 'hasSignedIn'>;
  form: UseFormReturn<MemberValues, unknown, Output>;
  onSubmit: FormEventHandler;
  onClose: () => void;
  submitText: string;
  isSaving: boolean;
  notice: ReactNode;
}

/** What can be edited of a student or alumnus, and the way to what can be done with their account. */
export function MemberForm<Output>(props: MemberFormProps<Output>) {
  const { person, form, onSubmit, onClose, submitText, isSaving, notice } = props;
  const { errors, isDirty } = form.formState;
  const signOut = useDialog<true>();
  const erasing = useDialog<true>();
  return (
    <>
      <DialogForm
        onSubmit={onSubmit}
        onCancel={onClose}
        submitText={submitText}
        pendingText="Updating..."
        isSaving={isSaving}
        isDirty={isDirty}
        notice={notice}
      >
        <PersonFields
          bind={(name) => ({ ...form.register(name), error: errors[name]?.message })}
          startDate={
            <Controller
              control={form.control}
              name="startDate"
              render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
                <StartDateField
                  value={value}
                  onChange={onChange}
                  ref={ref}
                  error={error?.message}
                />
              )}
            />
          }
        />
        <Controller
          control={form.control}
          name="textConsent"
          render={({ field: { value, onChange } }) => (
            <TextConsentBox
              person={person}
              phone={form.watch('phone') ?? ''}
              checked={value}
              onChange={onChange}
              error={errors.textConsent?.message}
            />
          )}
        />
        <CorrectionNotice
          person={person}
          email={form.watch('email')}
          phone={form.watch('phone')}
          more={
            form.watch('textConsent') &&
            !person.textConsent &&
            `${person.firstName} will get a text that confirms the opt-in.`
          }
        />
        <div className="flex flex-wrap justify-between gap-x-6">
          <TextButton
            aria-haspopup="dialog"
            className="min-h-11 text-sm"
            onClick={() => signOut.open(true)}
          >
            Sign out everywhere
          </TextButton>
          <Button
            variant="caution"
            size="small"
            aria-haspopup="dialog"
            onClick={() => erasing.open(true)}
          >
            Erase…
          </Button>
        </div>
      </DialogForm>
      {signOut.render((dialog) => (
        <SignOutConfirmation person={person} {...dialog} />
      ))}
      {erasing.render((dialog) => (
        <ErasePersonDialog person={person} {...dialog} onErased={onClose} />
      ))}
    </>
  );
}

export function describeMember(current: CurrentMember): StoredField<MemberValues>[] {
  const { email, firstName, lastName, phone, startDate, textConsent } = valuesOfMember(current);
  return [
    ['email', 'Email', email],
    ['firstName', 'First Name', firstName],
    ['lastName', 'Last Name', lastName],
    ['phone', 'Phone', phone || 'empty'],
    ['startDate', 'Start Date', startDate ? formatCalendarDate(startDate) : 'empty'],
    ['textConsent', 'Receives text messages', textConsent ? 'Yes' : 'No'],
  ];
}

export function valuesOfMember(person: Omit<CurrentMember, 'version'>): MemberValues {
  const { email, firstName, lastName, phone, startDate, textConsent } = person;
  return {
    email,
    firstName,
    lastName,
    phone: phone ? formatPhone(phone) : '',
    startDate: startDate ?? '',
    textConsent,
  };
}
