import { Controller, type UseFormReturn } from 'react-hook-form';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { CurrentStaff, StaffRole, staffCalls } from '../../contract/staff.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextField } from '../ui/field.tsx';
import { SelectField } from '../ui/form-fields.tsx';
import { formatPhone } from '../ui/format-phone.ts';
import { PersonFields } from './person-fields.tsx';

export type StaffForm = BodyOf<typeof staffCalls.editStaff>;

interface StaffFieldsProps {
  form: UseFormReturn<StaffForm>;
}

export const roleWords: Record<StaffRole, string> = { teacher: 'Teacher', admin: 'Admin' };
const roles = Object.entries(roleWords).map(([value, label]) => ({ value, label }));

export const lendWords = 'May edit classes, and add students and alumni';

export function StaffFields({ form }: StaffFieldsProps) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  return (
    <>
      <PersonFields bind={(name) => ({ ...register(name), error: errors[name]?.message })} />
      <div>
        <SelectField
          label="Role"
          {...register('role')}
          error={errors.role?.message}
          hint={
            watch('role') === 'admin' ? 'Admins may do everything, on this page too.' : undefined
          }
          options={roles}
        />
        {watch('role') === 'teacher' && (
          <Controller
            control={control}
            name="canEdit"
            render={({ field: { value, onChange } }) => (
              <Checkbox label={lendWords} checked={value} onChange={onChange} />
            )}
          />
        )}
      </div>
      <TextField
        label="Zoom user (optional)"
        type="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        hint="The email of the Zoom account that hosts their classes. Upcoming ones move there, and students get new links by email. Without one, it is the course’s own."
        {...register('zoomUser')}
        error={errors.zoomUser?.message}
      />
    </>
  );
}

/** An admin who becomes a teacher is lent nothing unless somebody says so. */
export function valuesOf({
  email,
  firstName,
  lastName,
  role,
  ...rest
}: Omit<CurrentStaff, 'version'>) {
  return {
    email,
    firstName,
    lastName,
    phone: rest.phone ? formatPhone(rest.phone) : '',
    role,
    canEdit: role === 'teacher' && rest.canEdit,
    zoomUser: rest.zoomUser ?? '',
  };
}
