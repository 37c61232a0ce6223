import { Suspense, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { AdminClass, CurrentClass } from '../../contract/classes.ts';
import {
  canMoveClassTo,
  canMoveClassToTime,
  isShortNotice,
  latestEditDate,
} from '../../course/class-dates.ts';
import type { TimeSlot } from '../../course/course.ts';
import { dayOfWeekOn, formatCalendarDate, formatSpokenSlot } from '../../course/format-time.ts';
import { classStart, pacificDate, pacificNoonText } from '../../course/pacific-time.ts';
import { useAuth } from '../auth.tsx';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { DialogForm, FormDialog, schemaResolver, useSaveMutation } from '../ui/form-dialog.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { toast } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { type StoredField, useVersion } from '../ui/use-version.tsx';
import { ClassFields } from './class-fields.tsx';
import {
  type ClassFormInput,
  type ClassFormOutput,
  classForm,
  emptyClassForm,
  instructorOf,
  labelOfSlot,
  noInstructor,
  timeHasPassed,
} from './class-form.ts';
import type { ClassMove } from './class-questions.tsx';
import { replaceClass } from './queries.ts';

const { SubstitutionOptions } = lazily(() => import('./substitution-options.tsx'));
const { DeleteClass, MoveConfirmation } = lazily(() => import('./class-questions.tsx'));

interface EditClassDialogProps {
  courseClass: AdminClass;
  open: boolean;
  onClose: () => void;
  /** Where to go instead once there is no class. */
  onDeleted?: () => void;
}

export function EditClassDialog(props: EditClassDialogProps) {
  const { courseClass, open, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title="Edit Class"
      description={`${courseClass.topic}, ${formatSpokenSlot(new Date(courseClass.startTime))}.`}
    >
      <EditClassForm {...props} />
    </FormDialog>
  );
}

function EditClassForm({ courseClass, onClose, onDeleted = onClose }: EditClassDialogProps) {
  const { instructorId, instructorFirstName, registrationCount } = courseClass;
  const form = useForm({
    resolver: schemaResolver(classForm),
    defaultValues: valuesOf(courseClass),
  });
  const [substitution, setSubstitution] = useState({ keepHost: false, tellStudents: false });
  const ownInstructor = form.formState.defaultValues?.instructor;
  const { user } = useAuth();
  const deletion = useDialog<true>();
  const question = useDialog<ClassMove & { values: ClassFormOutput }>();
  const { version, notice, handleError, handleConflict, clearConflict } = useVersion({
    form,
    opened: courseClass,
    valuesOf,
    describe,
    failed,
  });
  const save = useSaveMutation('PATCH /api/classes/:id', {
    invalidates: ['GET /api/classes/all'],
    update: replaceClass,
    onSuccess: ({ startTime }) => {
      const description = formatSpokenSlot(new Date(startTime));
      toast({ title: 'Class updated successfully', description });
      onClose();
    },
    onError: handleError,
  });
  const saveValues = (values: ClassFormOutput, move?: ClassMove) => {
    const { pacificDate: date, timeSlot, classType } = values;
    const chosen = {
      timeSlot,
      classType,
      ...instructorOf(values),
      ...(values.instructor !== ownInstructor && substitution),
    };
    question.close();
    clearConflict();
    save.mutate({
      params: { id: courseClass.id },
      query: move?.isShortNotice ? { shortNotice: 'confirmed' } : {},
      ifMatch: version,
      body: { pacificDate: pacificNoonText(date), dayOfWeek: dayOfWeekOn(date), ...chosen },
    });
  };
  const from = new Date(courseClass.startTime);
  const submit = form.handleSubmit((values) => {
    const to = classStart(values.pacificDate, values.timeSlot);
    if (!canMoveClassToTime(to, from, now())) return form.setFocus('timeSlot');
    const move = { from, to, isShortNotice: isShortNotice(to, from, now()) };
    const isTold = registrationCount > 0 && to.getTime() !== from.getTime();
    if (isTold || move.isShortNotice) question.open({ ...move, values });
    else saveValues(values);
  });
  const [date, timeSlot, instructor] = useWatch({
    control: form.control,
    name: ['pacificDate', 'timeSlot', 'instructor'],
  });
  const isMoved = timeSlot && classStart(date, timeSlot).getTime() !== from.getTime();
  const isTaughtByOther = instructorId !== undefined && instructorId !== user?.id;
  const hasPassed = timeSlot && !canMoveClassToTime(classStart(date, timeSlot), from, now());

  return (
    <>
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submitText="Update Class"
        pendingText="Updating..."
        isSaving={save.isPending}
        isDirty={form.formState.isDirty}
        notice={notice}
        aside={
          <Button
            variant="caution"
            className="sm:mr-auto"
            aria-haspopup="dialog"
            onClick={() => deletion.open(true)}
          >
            Delete
          </Button>
        }
      >
        <ClassFields
          form={form}
          limits={limitsOf(courseClass)}
          timeProblem={hasPassed ? timeHasPassed : undefined}
          current={instructorId ? { id: instructorId, name: instructorFirstName ?? '' } : undefined}
        />
        <Suspense>
          {instructor !== ownInstructor && (
            <SubstitutionOptions
              chosen={substitution}
              onChange={setSubstitution}
              hasStudents={registrationCount > 0}
            />
          )}
        </Suspense>
        {isMoved && isTaughtByOther && instructor === ownInstructor && (
          <p className="rounded-control bg-info-soft px-4 py-3 text-sm">
            {instructorFirstName} will get an email about the new time.
          </p>
        )}
        {registrationCount > 0 && (
          <p className="rounded-control bg-info-soft px-4 py-3 text-sm">
            {registrationCount === 1 ? '1 student is' : `${registrationCount} students are`}{' '}
            registered. If the time changes they move with the class and are told by email, and by
            text if they chose that.
          </p>
        )}
      </DialogForm>
      {question.render((dialog, subject) => (
        <MoveConfirmation
          move={subject}
          students={registrationCount}
          {...dialog}
          onConfirm={() => saveValues(subject.values, subject)}
        />
      ))}
      {deletion.render((dialog) => (
        <DeleteClass
          courseClass={courseClass}
          version={version}
          handleConflict={handleConflict}
          {...dialog}
          onDeleted={onDeleted}
        />
      ))}
    </>
  );
}

const failed = 'Failed to update class';

function describe(current: CurrentClass): StoredField<ClassFormInput>[] {
  const now = valuesOf(current);
  return [
    ['pacificDate', 'Date', formatCalendarDate(now.pacificDate)],
    ['timeSlot', 'Time Slot', labelOfSlot(now.timeSlot)],
    ['classType', 'Class Type', now.classType],
    ['instructor', 'Instructor', current.instructorFirstName ?? 'No instructor'],
  ];
}

type Valued = Pick<CurrentClass, 'startTime' | 'timeSlot' | 'classType' | 'instructorId'>;

function valuesOf({ startTime, timeSlot, classType, instructorId }: Valued) {
  return {
    ...emptyClassForm,
    pacificDate: pacificDate(new Date(startTime)),
    // Null for a class that was created elsewhere at another time: then a slot has to be chosen.
    timeSlot: (timeSlot ?? '') as TimeSlot,
    classType,
    instructor: instructorId ? String(instructorId) : noInstructor,
  };
}

function limitsOf({ startTime }: AdminClass) {
  const today = pacificDate(now());
  const ownDate = pacificDate(new Date(startTime));
  const move = { ownDate, today, override: site.classEditLatest };
  const latest = latestEditDate(today, site.classEditLatest);
  return {
    today,
    earliest: ownDate < today ? ownDate : today,
    latest: ownDate > latest ? ownDate : latest,
    canPick: (date: string) => canMoveClassTo(date, move),
  };
}
