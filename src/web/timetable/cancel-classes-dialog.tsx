import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelClassesBody } from '../../contract/forms.ts';
import type { AdminClass } from '../../contract/timetable.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { apiQuery, callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { LoadedPreview, RecipientsPreview } from './preview.tsx';
import { changedByCanceling, uncached, useSeries } from './queries.ts';
import { SeriesChoice } from './series-choice.tsx';

interface CancelClassesDialogProps extends DialogControl {
  chosen: AdminClass[];
  onCanceled?: () => void;
}

export function CancelClassesDialog(props: CancelClassesDialogProps) {
  const { chosen, onCanceled, ...control } = props;
  const [isWhole, setWhole] = useState(false);
  const series = useSeries(chosen.length === 1 ? chosen[0] : undefined);
  const canceled = isWhole ? series : chosen;
  const classIds = canceled.map(({ id }) => id);
  const preview = useQuery({
    ...apiQuery('POST /api/admin/cancellations/preview', { body: { classIds } }),
    ...uncached,
  });
  const only = canceled.length === 1 ? canceled[0] : undefined;
  const when = only ? `${formatSpokenSlot(new Date(only.startTime))}. ` : '';
  const { field, dialog } = useDialogForm(control, {
    schema: cancelClassesBody,
    values: { reason: '' },
    save: ({ reason }) => callApi('POST /api/admin/cancellations', { body: { classIds, reason } }),
    invalidates: changedByCanceling,
    toast: ({ classes }) => ({
      title: classes.length === 1 ? 'Class canceled' : `${classes.length} classes canceled`,
    }),
    onSaved: () => {
      onCanceled?.();
      control.onClose();
    },
    failed: `We couldn’t cancel the ${only ? 'class' : 'classes'}. Please try again.`,
  });
  return (
    <FormDialog
      {...dialog}
      title={only ? 'Cancel this class?' : `Cancel ${canceled.length} classes?`}
      description={`${when}Students will keep their place in the course, and we’ll ask them to pick ${only ? 'a new time' : 'new times'}. You can undo this for 10 minutes.`}
      cancelText="Go Back"
      submitText={only ? 'Cancel Class' : 'Cancel Classes'}
      submitVariant="danger"
      pendingText="Canceling..."
    >
      <SeriesChoice series={series} isWhole={isWhole} onChange={setWhole} />
      <TextField
        label="Reason"
        hint="We’ll include this in the message. For example: The teacher is sick."
        {...field('reason')}
      />
      <LoadedPreview query={preview}>{RecipientsPreview}</LoadedPreview>
    </FormDialog>
  );
}
