import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { useApiQuery } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

/** Shows a message that was sent. We don't keep login links and codes, so those are missing. */
export function MessageDialog(props: DialogControl & { messageId: number; name: string }) {
  const { messageId, name, ...dialog } = props;
  const params = { id: messageId };
  const { data, error, refetch } = useApiQuery('GET /api/admin/messages/:id', { params });
  const { subject, recipient, html, text } = data ?? {};
  const sentAt = new Date(data?.sentAt ?? 0);
  return (
    <Dialog
      {...dialog}
      tall={html !== null}
      title={subject ?? name}
      description={
        data &&
        `To ${recipient}, ${formatCompactDate(sentAt)}, ${formatTime(sentAt)}.${text?.includes('[') ? ' We don’t keep login links and codes.' : ''}`
      }
    >
      <LoadedList
        count={data && 1}
        error={error}
        onRetry={refetch}
        loadingText="Loading the message…"
        failedText="We couldn’t load the message"
        emptyText=""
      >
        {html ? (
          <iframe
            title="Email"
            sandbox=""
            // The `sandbox` attribute blocks new tabs, so links do nothing.
            srcDoc={html.replace('<head>', '<head><base target="_blank">')}
            className="mt-4 min-h-0 w-full flex-1 rounded-control border border-line"
          />
        ) : (
          <p className="wrap-anywhere mt-4 w-fit max-w-[85%] whitespace-pre-wrap rounded-card rounded-bl-none bg-neutral-soft px-4 py-3">
            {text ?? 'This message was sent before the portal kept copies.'}
          </p>
        )}
      </LoadedList>
      <DialogActions>
        <Button variant="outline" onClick={dialog.onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
