import { Suspense } from 'react';
import type { JourneyAudience, JourneyList } from '../../contract/journey-board.ts';
import { apiUrl } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { formatCount } from '../ui/loaded-list.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { useDialog } from '../ui/use-dialog.ts';
import type { useTicks } from './use-ticks.ts';

const { MessageGroupDialog } = lazily(() => import('./message-group-dialog.tsx'));
const { SendLinksDialog } = lazily(() => import('./send-links-dialog.tsx'));

/** To whom something is about to be sent. */
export interface Recipients {
  audience: JourneyAudience;
  count: number;
}

interface GroupActionsProps {
  list: JourneyList;
  total: number;
  ticks: ReturnType<typeof useTicks>;
}

/** How many are ticked, and what can be done with them. */
export function GroupActions({ list, total, ticks }: GroupActionsProps) {
  const writing = useDialog<Recipients>();
  const linking = useDialog<Recipients>();
  const { ids, isAll } = ticks;
  const count = isAll ? total : ids.length;
  const recipients = { count, audience: isAll ? list : { ...list, ids } };
  const shared = { variant: 'outline', size: 'small', disabled: count === 0 } as const;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p role="status" className="text-sm">
        {isAll
          ? `All ${formatCount(total)} selected`
          : `${count} of ${formatCount(total)} selected`}
      </p>
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        <Button {...shared} aria-haspopup="dialog" onClick={() => linking.open(recipients)}>
          Send Login Link
        </Button>
        <Button {...shared} aria-haspopup="dialog" onClick={() => writing.open(recipients)}>
          Send Message
        </Button>
        <a
          href={apiUrl('GET /api/admin/journey/people.csv', { query: list })}
          download
          className={buttonStyles({ variant: 'outline', size: 'small' })}
        >
          Export as CSV
        </a>
      </div>
      <Suspense>
        {writing.subject && (
          <MessageGroupDialog
            recipients={writing.subject}
            open={writing.isOpen}
            onClose={writing.close}
            onSent={ticks.clear}
          />
        )}
        {linking.subject && (
          <SendLinksDialog
            recipients={linking.subject}
            open={linking.isOpen}
            onClose={linking.close}
            onSent={ticks.clear}
          />
        )}
      </Suspense>
    </div>
  );
}
