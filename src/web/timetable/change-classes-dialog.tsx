import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { AdminClass, ClassChangePreview } from '../../contract/timetable.ts';
import type { TimeSlot } from '../../course/course.ts';
import { formatSlot } from '../../course/format-time.ts';
import { apiQuery, callApi, errorMessage } from '../api.ts';
import { SelectField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { InlineError } from '../ui/notice.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { instructorOptions, noInstructor, timeSlots } from './class-fields.tsx';
import { uncached, useInstructors } from './queries.ts';
import { channelsOf } from './recipients-preview.tsx';

interface ChangeClassesDialogProps extends DialogControl {
  chosen: AdminClass[];
  onChanged: () => void;
}

const unchanged = { value: '', label: 'No change' };
const changeForm = z.object({ instructor: z.string(), timeSlot: z.string() });
type ChangeForm = z.infer<typeof changeForm>;

export function ChangeClassesDialog(props: ChangeClassesDialogProps) {
  const { chosen, onChanged, ...control } = props;
  const { data: instructors = [] } = useInstructors();
  const bodyOf = ({ instructor, timeSlot }: ChangeForm) => ({
    classIds: chosen.map(({ id }) => id),
    ...(timeSlot && { timeSlot: timeSlot as TimeSlot }),
    ...(instructor && { instructorId: instructor === noInstructor ? null : Number(instructor) }),
  });
  const { form, field, dialog } = useDialogForm({
    schema: changeForm,
    values: { instructor: '', timeSlot: '' },
    ask: ({ instructor, timeSlot }) => {
      if (instructor || timeSlot) return false;
      form.setError('root', { message: 'Please choose an instructor or a time slot.' });
      return true;
    },
    save: (values) => callApi('POST /api/admin/class-changes', { body: bodyOf(values) }),
    invalidates: ['GET /api/classes/all'],
    toast: ({ message }) => ({ title: message }),
    onSaved: () => {
      onChanged();
      control.onClose();
    },
    failed: 'We couldn’t change the classes. Please try again.',
    ...control,
  });
  const { instructor = '', timeSlot = '' } = useWatch({ control: form.control });
  const isChange = instructor !== '' || timeSlot !== '';
  const { data: preview, error } = useQuery({
    ...apiQuery('POST /api/admin/class-changes/preview', {
      body: bodyOf({ instructor, timeSlot }),
    }),
    ...uncached,
    enabled: isChange,
  });
  return (
    <FormDialog
      {...dialog}
      isDirty={isChange}
      returnTo="main"
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
      {error && <InlineError>{errorMessage(error, 'We couldn’t check this change.')}</InlineError>}
      {isChange && preview && <ChangePreview preview={preview} />}
      {isChange && (
        <p className="text-muted text-sm">
          Instructors will get an email about what changes for them.
          {instructor !== '' &&
            ' Students whose class moves to another Zoom host will get a new link by email.'}
        </p>
      )}
    </FormDialog>
  );
}

function ChangePreview({ preview: { classes, people } }: { preview: ClassChangePreview }) {
  const blocked = classes.filter(({ problem }) => problem !== null);
  return (
    <section aria-label="Preview" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
      <p role="status" className="font-semibold">
        {blocked.length > 0
          ? `We can’t make this change to ${blocked.length} of ${classes.length} classes`
          : describeRecipients(people.length)}
      </p>
      {blocked.length > 0 ? (
        <ul className="mt-1">
          {blocked.map(({ id, startTime, problem }) => (
            <li key={id} className="py-1">
              {formatSlot(new Date(startTime))}: {problem}
            </li>
          ))}
        </ul>
      ) : (
        people.length > 0 && (
          <p className="wrap-anywhere text-muted">
            {people.map((person) => `${person.name} (${channelsOf(person)})`).join(', ')}
          </p>
        )
      )}
    </section>
  );
}

function describeRecipients(count: number): string {
  if (count === 0) return 'No student’s class time will change';
  return `We’ll notify ${count === 1 ? '1 student' : `${count} students`} of the new time`;
}
