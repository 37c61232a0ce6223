import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { useApiQuery } from '../api.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { classNames } from '../ui/styles.ts';
import type { DialogControl } from '../ui/use-dialog.ts';

export function MessageDialog(props: DialogControl & { messageId: number; name: string }) {
  const { messageId, name, ...dialog } = props;
  const params = { id: messageId };
  const { data, error, refetch } = useApiQuery('GET /api/admin/messages/:id', { params });
  const { subject, recipient, channel, text } = data ?? {};
  const sentAt = new Date(data?.sentAt ?? 0);
  return (
    <Dialog
      {...dialog}
      title={subject ?? name}
      description={
        data &&
        `To ${recipient}, ${formatCompactDate(sentAt)}, ${formatTime(sentAt)}.${text?.includes('[') ? ' We don’t keep login links and codes.' : ''}`
      }
    >
      <LoadedList count={data && 1} query={{ error, refetch }} what="the message">
        <p
          className={classNames(
            'wrap-anywhere mt-4 whitespace-pre-wrap rounded-card px-4 py-3',
            channel === 'text'
              ? 'w-fit max-w-[85%] rounded-bl-none bg-neutral-soft'
              : 'border border-line',
          )}
        >
          {text ?? 'We no longer have a copy of this message.'}
        </p>
      </LoadedList>
      <DialogActions onClose={dialog.onClose} />
    </Dialog>
  );
}
