import type { ComponentProps } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { AlumniRow, CurrentMember } from '../../contract/people.ts';
import { STAFF_CONSENT_PROBLEMS } from '../../contract/words.ts';
import { type CorrectionEffect, effectOfCorrection } from '../../course/corrected-contact.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { canStartOn } from '../../course/start-date.ts';
import { staffConsentProblem } from '../../course/text-consent.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { formatPhone } from '../ui/contact.tsx';
import { DateField } from '../ui/date-field.tsx';
import { anyDate } from '../ui/date-picker.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { bindFields, type StoredField } from '../ui/use-dialog-form.tsx';

/** Each role uses some of these fields. An empty text field is ''. */
export interface PersonValues {
  email: string;
  firstName: string;
  lastName: string;
  phone?: string | undefined;
  /** Used instead of `phone` when adding students and alumni. */
  phoneNumber?: string | undefined;
  startDate?: string;
  transferStudent?: boolean;
  textConsent?: boolean;
  role?: string;
  canEdit?: boolean;
  zoomUser?: string | undefined;
  isAdmin?: false;
}

export function ofPerson<Output>(schema: z.ZodMiniType<Output>) {
  return schema as z.ZodMiniType<Output, PersonValues>;
}

type StoredPerson = Pick<AlumniRow, 'firstName' | 'email' | 'phone' | 'hasSignedIn'> &
  Partial<Pick<AlumniRow, 'textConsent' | 'textRefusal'>>;

interface PersonFieldsProps<Output> {
  of: 'newStudent' | 'newAlumnus' | 'member' | 'staff';
  form: UseFormReturn<PersonValues, unknown, Output>;
  person?: StoredPerson | undefined;
}

export const staffRoles = { teacher: 'Teacher', admin: 'Admin' } as const;

export const editRightsLabel = 'Can edit classes and add students and alumni';

export function PersonFields<Output>({ of, form, person }: PersonFieldsProps<Output>) {
  const { control, watch } = form;
  const field = bindFields(form);
  const box = (
    name: 'transferStudent' | 'textConsent' | 'canEdit',
    props: Omit<ComponentProps<typeof Checkbox>, 'checked' | 'onChange'>,
  ) => (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Checkbox {...props} checked={value ?? false} onChange={onChange} />
      )}
    />
  );
  // Staff can turn texts off and back on for someone who has consented, but they can't override a refusal.
  const consentProblem =
    person && !person.textConsent
      ? staffConsentProblem({
          hasPhone: (watch('phone') ?? '').trim() !== '',
          textRefusal: person.textRefusal ?? null,
        })
      : null;
  const isStaff = of === 'staff';
  const role = watch('role');
  return (
    <>
      <TextField
        label="Email"
        type="email"
        autoCapitalize="none"
        {...asTyped}
        {...field('email')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First Name" {...asTyped} {...field('firstName')} />
        <TextField label="Last Name" {...asTyped} {...field('lastName')} />
      </div>
      <TextField
        label="Phone (optional)"
        type="tel"
        {...asTyped}
        {...field(of === 'member' || isStaff ? 'phone' : 'phoneNumber')}
      />
      {!isStaff && (
        <DateField
          label="Start Date"
          control={control}
          name="startDate"
          {...anyDate()}
          canPick={canStartOn}
        />
      )}
      {of === 'newStudent' && box('transferStudent', { label: 'Transfer student' })}
      {of === 'member' &&
        box('textConsent', {
          label: 'Receives text messages',
          disabled: consentProblem !== null && !watch('textConsent'),
          hint: consentProblem && STAFF_CONSENT_PROBLEMS[consentProblem],
          error: consentProblem ? undefined : form.formState.errors.textConsent?.message,
        })}
      {isStaff && (
        <>
          <div>
            <SelectField
              label="Role"
              {...field('role')}
              hint={
                role === 'admin' ? 'Admins can do everything, including on this page.' : undefined
              }
              options={Object.entries(staffRoles)}
            />
            {role === 'teacher' && box('canEdit', { label: editRightsLabel })}
          </div>
          <TextField
            label="Zoom user (optional)"
            type="email"
            autoCapitalize="none"
            {...asTyped}
            hint="The email of the Zoom account that hosts their classes. If you change it, upcoming classes will move to that account and students will get new links by email. If you leave it empty, we’ll use the course’s own account."
            {...field('zoomUser')}
          />
        </>
      )}
      {person && <CorrectionNotice person={person} typed={watch()} />}
    </>
  );
}

/** Keeps the browser from filling in the admin's own details. */
const asTyped = { autoComplete: 'off', spellCheck: false } as const;

function CorrectionNotice({ person, typed }: { person: StoredPerson; typed: PersonValues }) {
  const { email, phone = null, textConsent } = typed;
  const sentences = [
    sentenceOf(effectOfCorrection(person, { email, phone }), person.firstName, email),
    textConsent &&
      !person.textConsent &&
      `${person.firstName} will get a text confirming that they opted in.`,
  ];
  return (
    <p role="status" className="rounded-control bg-info-soft px-4 py-3 text-sm empty:hidden">
      {sentences.filter(Boolean).join(' ')}
    </p>
  );
}

function sentenceOf(effect: CorrectionEffect, name: string, email: string): string | null {
  if (effect === 'none') return null;
  return effect === 'welcomed-again'
    ? `${name} will get a new welcome email. The old link will stop working.`
    : `We’ll sign ${name} out everywhere, and earlier login links will stop working.${email && ` Emails will go to ${email}.`}`;
}

type Contact = Pick<CurrentMember, 'email' | 'firstName' | 'lastName' | 'phone'>;

export const contactValues = ({ email, firstName, lastName, phone }: Contact) => ({
  ...{ email, firstName, lastName },
  phone: phone ? formatPhone(phone) : '',
});

export const describeContact = (values: PersonValues): StoredField<PersonValues>[] => [
  ['email', 'Email', values.email],
  ['firstName', 'First Name', values.firstName],
  ['lastName', 'Last Name', values.lastName],
  ['phone', 'Phone', values.phone || 'empty'],
];

export function storedMember(person: CurrentMember) {
  const valuesOf = (current: CurrentMember) => ({
    ...contactValues(current),
    startDate: current.startDate ?? '',
    textConsent: current.textConsent,
  });
  const describe = (current: CurrentMember): StoredField<PersonValues>[] => [
    ...describeContact(valuesOf(current)),
    [
      'startDate',
      'Start Date',
      current.startDate ? formatCalendarDate(current.startDate) : 'empty',
    ],
    ['textConsent', 'Receives text messages', current.textConsent ? 'Yes' : 'No'],
  ];
  return { values: valuesOf(person), stored: { version: person.version, valuesOf, describe } };
}
