import { useQuery } from '@tanstack/react-query';
import type { Device } from '../../contract/own-data.ts';
import { formatSlot } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { callApi, errorMessage, freshQuery } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { notifyOtherTabs } from '../session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorPanel } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { useAction } from '../ui/use-action.ts';
import { keepSentLink } from './sent-link.ts';

/** Refetches every time the page opens, because the user may have signed in on another device. */
export function Devices() {
  const { data, error, refetch } = useQuery(freshQuery('GET /api/account'));
  if (error) {
    return (
      <div className="mt-3">
        <ErrorPanel
          title="We couldn’t load your devices"
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
        <DeviceRow key={device.id} {...device} />
      ))}
    </ul>
  );
}

const listStyles = 'mt-2 divide-y divide-line';
const rowStyles = 'py-3';

function DeviceRow({ id, device, startedAt, lastSeenAt, isCurrent }: Device) {
  const { user } = useAuth();
  const end = useAction('DELETE /api/account/sessions/:id', {
    invalidates: ['GET /api/account'],
    failed: signOutFailed,
  });
  return (
    <li className={rowStyles}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{device}</span>
        {isCurrent && <Badge tone="info">This device</Badge>}
        {!isCurrent && !user?.usesStaffLink && (
          <Button
            variant="ghost"
            size="small"
            className="ml-auto"
            aria-label={`Sign Out ${device}`}
            pending={end.isPending}
            onClick={() => end.mutate({ params: { id } })}
          >
            Sign Out
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        Signed in on <Time instant={startedAt} />
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

function DevicesSkeleton() {
  return (
    <SkeletonGroup label="Loading your devices…" className={listStyles}>
      <div className={rowStyles}>
        <Skeleton className="w-fit font-semibold">Chrome on Windows</Skeleton>
        <Skeleton className="w-fit text-sm">Signed in on November 16 at 10:00 AM PT</Skeleton>
        <Skeleton className="w-fit text-sm">Active now</Skeleton>
      </div>
    </SkeletonGroup>
  );
}

const signOutFailed = 'We couldn’t sign you out. Please try again.';

/** Reloads the page to clear all user data from memory. Never resolves, because the page is being replaced. */
function leave(): Promise<never> {
  keepSentLink(null);
  notifyOtherTabs('signed-out');
  window.location.replace(PAGES.login);
  return new Promise(() => undefined);
}

export function SignOutEverywhere() {
  return (
    <div className="border-line border-t pt-4">
      <p className="text-muted text-sm">
        Lost a device, or signed in on one that isn’t yours? You can sign out on every device at
        once.
      </p>
      <ActionButton
        button={{ className: 'mt-3 w-full sm:w-auto' }}
        title="Sign out everywhere?"
        description="We’ll sign you out on every device, including this one. Login links you haven’t used yet will stop working."
        confirmText="Sign Out Everywhere"
        pendingText="Signing out..."
        run={() => callApi('POST /api/account/sign-out-everywhere')}
        onDone={leave}
        failed={signOutFailed}
      />
    </div>
  );
}
