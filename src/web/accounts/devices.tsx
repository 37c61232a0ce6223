import { useQuery } from '@tanstack/react-query';
import type { Device } from '../../contract/own-data.ts';
import { formatSlot } from '../../course/format-time.ts';
import { apiQuery, errorMessage } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { ErrorPanel } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';

/** Every session of the user, refetched when the page opens: another device may have signed in since. */
export function Devices() {
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/account'),
    refetchOnMount: 'always',
  });
  if (error) {
    return (
      <div className="mt-3">
        <ErrorPanel
          title="Your devices could not be loaded"
          message={errorMessage(error, 'Something went wrong on our side.')}
          onRetry={refetch}
        />
      </div>
    );
  }
  if (!data) return <DevicesSkeleton />;
  return (
    <ul className={listStyles}>
      {data.sessions.map((device) => (
        <DeviceRow key={`${device.startedAt} ${device.device}`} {...device} />
      ))}
    </ul>
  );
}

const listStyles = 'mt-2 divide-y divide-line';
const rowStyles = 'py-3';

function DeviceRow({ device, startedAt, lastSeenAt, isCurrent }: Device) {
  return (
    <li className={rowStyles}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{device}</span>
        {isCurrent && <Badge tone="info">This device</Badge>}
      </div>
      <p className="text-muted text-sm">
        Signed in since <Time instant={startedAt} />
      </p>
      <p className="text-muted text-sm">
        {isCurrent ? (
          'Active now'
        ) : (
          <>
            Last active <Time instant={lastSeenAt} />
          </>
        )}
      </p>
    </li>
  );
}

function Time({ instant }: { instant: string }) {
  return <span className="sm:whitespace-nowrap">{formatSlot(new Date(instant))}</span>;
}

/** One row: nobody is on this page without a session. */
function DevicesSkeleton() {
  return (
    <SkeletonGroup label="Loading your devices…" className={listStyles}>
      <div className={rowStyles}>
        <Skeleton className="w-fit font-semibold">Chrome on Windows</Skeleton>
        <Skeleton className="w-fit text-sm">Signed in since November 16 at 10:00 AM PT</Skeleton>
        <Skeleton className="w-fit text-sm">Active now</Skeleton>
      </div>
    </SkeletonGroup>
  );
}
