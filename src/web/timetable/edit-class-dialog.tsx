import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AdminClass, CurrentClass } from '../../contract/timetable.ts';
import { canMoveClassToTime, isShortNotice } from '../../course/class-dates.ts';
import type { TimeSlot } from '../../course/course.ts';
import { dayOfWeekOn, formatCalendarDate, formatSpokenSlot } from '../../course/format-time.ts';
import { classStart, pacificDate, pacificNoonText } from '../../course/pacific-time.ts';
import { callApi, invalidate } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { now } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog, FormNotice } from '../ui/form-dialog.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { countOf } from '../ui/loaded-list.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { type StoredField, useDialogForm } from '../ui/use-dialog-form.tsx';
import {
  ClassFields,
  type ClassFormInput,
  classForm,
  emptyClassForm,
  instructorOf,
  labelOfSlot,
  noInstructor,
  SubstitutionOptions,
} from './class-fields.tsx';
import { ChangePreview, Preview } from './preview.tsx';
import { type ClassChange, replaceClass, useClassChange, useSeries } from './queries.ts';
import { SeriesChoice } from './series-choice.tsx';

const { DeleteClass } = lazily(() => import('./delete-class.tsx'));

const changed = ['GET /api/classes/all', 'GET /api/admin/classes/:id'] as const;

interface EditClassDialogProps extends DialogControl {
  courseClass: AdminClass;
  onDeleted?: () => void;
}

export function EditClassDialog(props: EditClassDialogProps) {
  const { courseClass, onDeleted = props.onClose, ...control } = props;
  const { id, instructorId, instructorFirstName, registrationCount, registrations } = courseClass;
  const [substitution, setSubstitution] = useState({ keepHost: false, notifyStudents: false });
  const [isWhole, setWhole] = useState(false);
  const series = useSeries(courseClass);
  const saveSeries = useClassChange(series);
  const { user } = useAuth();
  const deletion = useDialog<true>();
  const from = new Date(courseClass.startTime);
  const { form, version, handleConflict, dialog } = useDialogForm(control, {
    schema: classForm,
    values: valuesOf(courseClass),
    stored: { version: courseClass.version, valuesOf, describe },
    ask: (values) => {
      if (canMoveClassToTime(startOf(values), from, now())) return false;
      form.setFocus('timeSlot');
      return true;
    },
    save: (values, ifMatch): Promise<AdminClass | { message: string }> => {
      const { pacificDate: date, timeSlot, classType, places } = values;
      const change = isWhole && seriesChange(values);
      if (change) return saveSeries(change);
      return callApi('PATCH /api/classes/:id', {
        params: { id },
        query: isSoon ? { shortNotice: 'confirmed' } : {},
        ifMatch,
        body: {
          pacificDate: pacificNoonText(date),
          dayOfWeek: dayOfWeekOn(date),
          timeSlot,
          classType,
          places,
          ...instructorOf(values),
          ...(isSubstitution && substitution),
        },
      });
    },
    invalidates: [...changed, 'POST /api/admin/class-changes/preview'],
    update: (client, saved) => {
      if ('message' in saved) return invalidate(client, ...changed);
      replaceClass(client, saved);
      return invalidate(client, 'GET /api/admin/classes/:id');
    },
    toast: (saved) =>
      'message' in saved
        ? { title: saved.message }
        : {
            title: 'Class updated successfully',
            description: formatSpokenSlot(new Date(saved.startTime)),
          },
    failed: 'Failed to update class',
  });
  /** Returns undefined if there is nothing to apply to a series. A new date or type never applies to one. */
  const seriesChange = (values: ClassFormInput): ClassChange | undefined => {
    const before = form.formState.defaultValues;
    const isNew = (name: keyof ClassFormInput) => String(values[name]) !== String(before?.[name]);
    if (series.length < 2 || isNew('pacificDate') || isNew('classType')) return undefined;
    if (!isNew('timeSlot') && !isNew('instructor') && !isNew('places')) return undefined;
    return {
      classIds: series.map((one) => one.id),
      ...(isNew('timeSlot') && { timeSlot: values.timeSlot }),
      ...(isNew('instructor') && { instructorId: instructorOf(values).instructorId ?? null }),
      ...(isNew('places') && { places: values.places }),
    };
  };
  const values = { ...emptyClassForm, ...useWatch({ control: form.control }) };
  const offered = seriesChange(values);
  const isSeriesChange = isWhole && offered !== undefined;
  const isSubstitution = values.instructor !== form.formState.defaultValues?.instructor;
  const to = values.timeSlot ? startOf(values) : from;
  const isMovedAlone = to.getTime() !== from.getTime() && !isSeriesChange;
  const isTaughtByOther = instructorId !== undefined && instructorId !== user?.id;
  const hasPassed = !canMoveClassToTime(to, from, now());
  const isSoon = isMovedAlone && !hasPassed && isShortNotice(to, from, now());
  const updateText = isSoon ? 'Move Anyway' : 'Update Class';
  return (
    <FormDialog
      {...dialog}
      title="Edit Class"
      description={`${courseClass.topic}, ${formatSpokenSlot(from)}.`}
      submitText={isSeriesChange ? `Update ${series.length} Classes` : updateText}
      submitVariant={isSoon ? 'danger' : undefined}
      pendingText="Updating..."
      aside={
        <Button
          variant="danger"
          className="sm:mr-auto"
          aria-haspopup="dialog"
          onClick={() => deletion.open(true)}
        >
          Delete
        </Button>
      }
      dialogs={deletion.render((asking) => (
        <DeleteClass {...{ courseClass, version, handleConflict, onDeleted }} {...asking} />
      ))}
    >
      <ClassFields form={form} courseClass={courseClass} hasPassed={hasPassed} />
      {offered && <SeriesChoice series={series} isWhole={isWhole} onChange={setWhole} />}
      {isSeriesChange && <ChangePreview change={offered} />}
      {isSubstitution && !isSeriesChange && (
        <SubstitutionOptions
          chosen={substitution}
          onChange={setSubstitution}
          hasStudents={registrationCount > 0}
        />
      )}
      {isMovedAlone && isTaughtByOther && !isSubstitution && (
        <p className="rounded-control bg-info-soft px-4 py-3 text-sm">
          {instructorFirstName} will get an email about the new time.
        </p>
      )}
      {isMovedAlone && registrationCount > 0 && (
        <Preview
          title={`We’ll notify ${countOf(registrationCount, 'student')} of the new time`}
          detail="They’ll move with the class and get an email, and a text if they opted in."
          lines={registrations.map((one) => `${one.name} · Class ${one.classNumber}`)}
        />
      )}
      {isSoon && (
        <FormNotice title="The class would start within 15 minutes. Most people won’t find out in time." />
      )}
    </FormDialog>
  );
}

function describe(current: CurrentClass): StoredField<ClassFormInput>[] {
  const now = valuesOf(current);
  return [
    ['pacificDate', 'Date', formatCalendarDate(now.pacificDate)],
    ['timeSlot', 'Time Slot', labelOfSlot(now.timeSlot)],
    ['classType', 'Class Type', now.classType],
    ['instructor', 'Instructor', current.instructorFirstName ?? 'No instructor'],
    ['places', 'Places', String(now.places ?? 'Default')],
  ];
}

const startOf = (values: ClassFormInput) => classStart(values.pacificDate, values.timeSlot);

type Valued = Omit<CurrentClass, 'dayOfWeek' | 'instructorFirstName' | 'version'>;

function valuesOf({ startTime, timeSlot, classType, instructorId, places }: Valued) {
  return {
    ...emptyClassForm,
    pacificDate: pacificDate(new Date(startTime)),
    // `timeSlot` is null for a class from outside the portal that doesn't start at one of our time slots.
    timeSlot: (timeSlot ?? '') as TimeSlot,
    classType,
    instructor: instructorId ? String(instructorId) : noInstructor,
    places,
  };
}
