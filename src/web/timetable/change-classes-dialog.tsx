import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { places } from '../../contract/forms.ts';
import type { AdminClass } from '../../contract/timetable.ts';
import type { TimeSlot } from '../../course/course.ts';
import { type Option, SelectField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import {
  asPlaces,
  instructorOptions,
  noInstructor,
  PlacesField,
  timeSlots,
} from './class-fields.tsx';
import { ChangePreview } from './preview.tsx';
import { useClassChange, useInstructors } from './queries.ts';

interface ChangeClassesDialogProps extends DialogControl {
  chosen: AdminClass[];
  onChanged: () => void;
}

const unchanged: Option = ['', 'No change'];
const changeForm = z.object({ instructor: z.string(), timeSlot: z.string(), places });
type ChangeForm = z.infer<typeof changeForm>;
const noChange: ChangeForm = { instructor: '', timeSlot: '', places: null };

export function ChangeClassesDialog(props: ChangeClassesDialogProps) {
  const { chosen, onChanged, ...control } = props;
  const { data: instructors = [] } = useInstructors();
  const save = useClassChange(chosen);
  const bodyOf = ({ instructor, timeSlot, places }: ChangeForm) => ({
    classIds: chosen.map(({ id }) => id),
    ...(timeSlot && { timeSlot: timeSlot as TimeSlot }),
    ...(instructor && { instructorId: instructor === noInstructor ? null : Number(instructor) }),
    ...(places && { places }),
  });
  const { form, field, dialog } = useDialogForm(control, {
    schema: changeForm,
    values: noChange,
    ask: ({ instructor, timeSlot, places }) => {
      if (instructor || timeSlot || places) return false;
      const message = 'Please choose an instructor, a time slot or a number of places.';
      form.setError('root', { message });
      return true;
    },
    save: (values) => save(bodyOf(values)),
    invalidates: ['GET /api/classes/all', 'POST /api/admin/class-changes/preview'],
    onSaved: () => {
      onChanged();
      control.onClose();
    },
    failed: 'We couldn’t change the classes. Please try again.',
  });
  const watched = { ...noChange, ...useWatch(form) };
  const { data: change } = changeForm.safeParse(watched);
  const isChange = Object.values(watched).some(Boolean);
  return (
    <FormDialog
      {...dialog}
      isDirty={isChange}
      title={chosen.length === 1 ? 'Change 1 class' : `Change ${chosen.length} classes`}
      description="We’ll change all of these classes or none of them. Their dates will stay the same."
      submitText={chosen.length === 1 ? 'Change 1 Class' : `Change ${chosen.length} Classes`}
      pendingText="Updating..."
    >
      <SelectField
        label="Instructor"
        {...field('instructor')}
        options={[unchanged, ...instructorOptions(instructors)]}
      />
      <SelectField label="Time Slot" {...field('timeSlot')} options={[unchanged, ...timeSlots]} />
      <PlacesField
        {...field('places', asPlaces)}
        hint="Leave this blank to keep each class’s current number."
      />
      {isChange && change && <ChangePreview change={bodyOf(change)} />}
    </FormDialog>
  );
}
