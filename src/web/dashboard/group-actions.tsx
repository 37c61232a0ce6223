import type { JourneyAudience, JourneyList } from '../../contract/journey.ts';
import { JOURNEY_GROUP_NAMES } from '../../course/journey-groups.ts';
import { apiUrl, callApi } from '../api.ts';
import { DialogButton, DownloadLink } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { countOf, formatCount } from '../ui/loaded-list.tsx';
import type { Ticks } from '../ui/ticks.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { BroadcastDialog } = lazily(() => import('../broadcasts/broadcast-dialog.tsx'));
const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface Recipients {
  audience: JourneyAudience;
  count: number;
}

interface GroupActionsProps {
  list: JourneyList;
  total: number;
  ticks: Ticks;
}

export function GroupActions({ list, total, ticks }: GroupActionsProps) {
  const writing = useDialog<Recipients>();
  // `key` makes sending idempotent, so a retry after a lost response doesn't send twice.
  const linking = useDialog<Recipients & { key: ReturnType<typeof crypto.randomUUID> }>();
  const { ids, isAll } = ticks;
  const count = isAll ? total : ids.length;
  const recipients = { count, audience: isAll ? list : { ...list, ids } };
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p role="status" className="text-sm">
        {isAll
          ? `All ${formatCount(total)} selected`
          : `${count} of ${formatCount(total)} selected`}
      </p>
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        <DialogButton
          disabled={count === 0}
          onClick={() => linking.open({ ...recipients, key: crypto.randomUUID() })}
        >
          Send Login Link
        </DialogButton>
        <DialogButton disabled={count === 0} onClick={() => writing.open(recipients)}>
          Send Message
        </DialogButton>
        <DownloadLink href={apiUrl('GET /api/admin/journey/people.csv', { query: list })}>
          Export as CSV
        </DownloadLink>
      </div>
      {writing.render((dialog, { count, audience }) => (
        <BroadcastDialog
          {...dialog}
          title="Send a message"
          description={`This message will go to ${countOf(count, 'person', 'people')} in “${JOURNEY_GROUP_NAMES[audience.group]}” by email and, if you like, by text.`}
          preview={({ audience: _, ...draft }) =>
            callApi('POST /api/admin/journey/messages/preview', { body: { ...draft, audience } })
          }
          send={({ audience: _, ...draft }) =>
            callApi('POST /api/admin/journey/messages', { body: { ...draft, audience } })
          }
          onSent={ticks.clear}
        />
      ))}
      {linking.render((dialog, { count, audience, key }) => (
        <ActionDialog
          {...dialog}
          title={`Send a login link to ${countOf(count, 'person', 'people')}?`}
          description="Each person will get an email with a link that signs them in. The link works once, within seven days. We send about 30 emails per minute."
          confirmText={`Send to ${countOf(count, 'Person', 'People')}`}
          confirmVariant="primary"
          pendingText="Sending..."
          run={() => callApi('POST /api/admin/journey/login-links', { body: { audience, key } })}
          onDone={ticks.clear}
          failed="We couldn’t send the login links. Please try again."
        />
      ))}
    </div>
  );
}
