import { useState } from 'react';
import * as z from 'zod/mini';
import { markAttendanceBody } from '../../contract/attendance.ts';
import type { ClassGuest } from '../../contract/class-page.ts';
import type { FoundPerson } from '../../contract/person-page.ts';
import { formatSlot } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { ApiError, callApi } from '../api.ts';
import { SmallButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PersonPicker } from '../ui/person-picker.tsx';
import { TextButton } from '../ui/text-link.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { reasonProps } from './attendance-dialogs.tsx';

interface MarkAttendanceDialogProps extends DialogControl {
  classId: number;
  guests: ClassGuest[];
}

/** Only walk-ins have no class number. */
type Row = Pick<ClassGuest, 'personId' | 'name'> & Partial<ClassGuest>;

/** Leaves out students who are excused or have scheduled a makeup, because marking them Present would undo that. */
const isExpected = ({ makeup, attendance }: Row) => !makeup && attendance?.status !== 'Excused';
const wasPresent = ({ attendance }: Row) => attendance?.status === 'Present';

export function MarkAttendanceDialog({ classId, guests, ...control }: MarkAttendanceDialogProps) {
  // Keep the guests as they were when the dialog opened, even if the page has since loaded someone else's changes.
  const [seen, setSeen] = useState(guests);
  const [marks, setMarks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [walkIns, setWalkIns] = useState<Row[]>([]);
  const [found, setFound] = useState<FoundPerson>();
  const latestOf = (row: Row) => seen.find(({ personId }) => personId === row.personId) ?? row;
  const registered = seen.filter(({ classNumber }) => classNumber !== null);
  const rows: Row[] = [...new Set([...registered, ...walkIns.map(latestOf)])];
  const isPresent = (row: Row) => marks.get(row.personId) ?? wasPresent(row);
  const people = rows
    .filter((row) => isPresent(row) !== wasPresent(row))
    .map((row) => ({
      personId: row.personId,
      status: isPresent(row) ? ('Present' as const) : ('Missed' as const),
      version: row.correction?.version ?? 0,
      ...(!row.classNumber && { isWalkIn: true }),
    }));
  const { field, dialog } = useDialogForm(control, {
    schema: z.pick(markAttendanceBody, { reason: true }),
    values: { reason: 'Marked in class' },
    save: async ({ reason }) => {
      const input = { params: { id: classId }, body: { reason, people } };
      try {
        return await callApi('PUT /api/admin/classes/:id/attendance', input);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          setSeen(
            (await callApi('GET /api/admin/classes/:id', { params: { id: classId } })).guests,
          );
        }
        throw error;
      }
    },
    invalidates: ['GET /api/admin/classes/:id'],
    failed: 'We couldn’t save the attendance. Please try again.',
  });
  const mark = (whom: number[], isHere: boolean) =>
    setMarks(new Map([...marks, ...whom.map((id) => [id, isHere] as const)]));
  const addWalkIn = (person: FoundPerson) => {
    const row = { personId: person.id, name: fullName(person) };
    if (!idsOf(rows).includes(person.id)) setWalkIns([...walkIns, row]);
    mark([person.id], true);
  };
  return (
    <FormDialog
      {...dialog}
      isDirty={dialog.isDirty || people.length > 0}
      title="Mark attendance"
      description="Check everyone who attended. Your changes will override Zoom’s report."
      submitText="Save"
    >
      <fieldset>
        <legend className="sr-only">Who attended</legend>
        <TextButton className="min-h-11" onClick={() => mark(idsOf(rows.filter(isExpected)), true)}>
          Check All
        </TextButton>
        {rows.map((row) => (
          <Checkbox
            key={row.personId}
            label={labelOf(row)}
            checked={isPresent(row)}
            onChange={(isChecked) => mark([row.personId], isChecked)}
          />
        ))}
      </fieldset>
      <details>
        <summary className="min-h-11 cursor-pointer content-center text-link">
          Add someone who walked in
        </summary>
        <PersonPicker label="Who walked in?" onChoose={setFound} />
        <SmallButton className="mt-2" disabled={!found} onClick={() => found && addWalkIn(found)}>
          Add
        </SmallButton>
      </details>
      <TextField {...reasonProps} {...field('reason')} />
    </FormDialog>
  );
}

const idsOf = (rows: Row[]) => rows.map(({ personId }) => personId);

function labelOf({ name, classNumber, attendance, correction, makeup }: Row): string {
  const what = classNumber ? `Class ${classNumber}` : 'walk-in';
  const isMarked = correction && correction.status !== 'Withdrawn';
  const status = isMarked ? `${correction.status} (${correction.by})` : attendance?.status;
  const plan = makeup && `makeup on ${formatSlot(new Date(makeup.startTime))}`;
  return [name, what, status, plan].filter(Boolean).join(' · ');
}
