import { formatSlot } from '../../course/format-time.ts';
import { callApi, useFreshQuery } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Badge } from '../ui/badge.tsx';
import { CallButton } from '../ui/call-button.tsx';
import { AccountList } from './account-list.tsx';
import { leave } from './sent-link.ts';

/** Refetches every time the page opens, because the user may have signed in on another device. */
export function Devices() {
  const query = useFreshQuery('GET /api/account');
  const { user } = useAuth();
  return (
    <AccountList
      query={query}
      what="your devices"
      entries={query.data?.sessions.map((session) => ({
        id: session.id,
        title: session.device,
        lines: [
          `Signed in on ${formatSlot(new Date(session.startedAt))}`,
          session.isCurrent
            ? 'Active now'
            : `Last active ${formatSlot(new Date(session.lastSeenAt))}`,
        ],
        actions: session.isCurrent ? (
          <Badge tone="info">This device</Badge>
        ) : (
          !user?.usesStaffLink && (
            <CallButton
              call="DELETE /api/account/sessions/:id"
              input={{ params: { id: session.id } }}
              invalidates={['GET /api/account']}
              failed={signOutFailed}
              variant="plain"
              className="-mr-3.5"
              aria-label={`Sign Out ${session.device}`}
            >
              Sign Out
            </CallButton>
          )
        ),
      }))}
    />
  );
}

const signOutFailed = 'We couldn’t sign you out. Please try again.';

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
