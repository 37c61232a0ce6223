import { classMessageBody } from '../../contract/class-forms.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { SelectField } from '../ui/form-fields.tsx';
import { MessageDialog } from '../ui/message-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

interface MessageClassDialogProps extends DialogControl {
  courseClass: { id: number; startTime: string };
  /** Whether the class has begun, so that somebody may have come. */
  hasBegun: boolean;
}

export function MessageClassDialog(props: MessageClassDialogProps) {
  const { courseClass, hasBegun, ...dialog } = props;
  const params = { id: courseClass.id };
  return (
    <MessageDialog
      {...dialog}
      title="Message the class"
      description={`To the people of the class on ${formatSpokenSlot(new Date(courseClass.startTime))}.`}
      schema={classMessageBody}
      values={{ audience: 'registered', subject: '', body: '', textBody: '' }}
      preview={(body) => callApi('POST /api/admin/classes/:id/messages/preview', { params, body })}
      recipientsOf={({ mails, texts }) => ({
        count: mails.length,
        mailTo: mails.join(', '),
        textTo: texts.join(', ') || null,
      })}
      send={(draft, key) =>
        callApi('POST /api/admin/classes/:id/messages', { params, body: { ...draft, key } })
      }
      fields={(field) => (
        <SelectField
          label="To"
          {...field('audience')}
          options={[
            { value: 'registered', label: 'Everybody registered' },
            ...(hasBegun ? [{ value: 'came', label: 'Everybody who came' }] : []),
          ]}
        />
      )}
    />
  );
}
