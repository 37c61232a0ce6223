import { useState } from 'react';
import type { JourneyAudience, JourneyList } from '../../contract/journey.ts';
import { apiUrl, callApi } from '../api.ts';
import { DialogButton, DownloadLink } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { countOf, formatCount } from '../ui/loaded-list.tsx';
import { useDialog } from '../ui/use-dialog.ts';

const { MessageGroupDialog } = lazily(() => import('./message-group-dialog.tsx'));
const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

export interface Recipients {
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
      {writing.render((dialog, subject) => (
        <MessageGroupDialog recipients={subject} {...dialog} onSent={ticks.clear} />
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

export type Ticks = ReturnType<typeof useTicks>;

const none: ReadonlySet<number> = new Set();

/** Keeps the selection across pages. The selection only applies to the list in which it was made. */
export function useTicks(list: string) {
  const [state, setState] = useState({ list, ids: none, isAll: false });
  const { ids, isAll } = state.list === list ? state : { ids: none, isAll: false };
  const tick = (changed: readonly number[], isTicked: boolean) => {
    const next = new Set(ids);
    for (const id of changed) {
      if (isTicked) next.add(id);
      else next.delete(id);
    }
    setState({ list, ids: next, isAll: false });
  };
  return {
    ids: [...ids],
    isAll,
    isTicked: (id: number) => isAll || ids.has(id),
    tick,
    tickAll: () => setState({ list, ids: none, isAll: true }),
    clear: () => setState({ list, ids: none, isAll: false }),
  };
}
