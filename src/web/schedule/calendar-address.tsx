import { useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { apiQueryKey, callApi, useApiQuery } from '../api.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { copyWithToast } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadFailed, ourFault } from '../ui/notice.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { AddressSkeleton, asWebcal } from './add-to-calendar.tsx';

export function CalendarAddress() {
  const { data, error, refetch } = useApiQuery('GET /api/calendar');
  if (error) {
    return (
      <div className="mt-3">
        <LoadFailed
          title="We couldn’t load your calendar address"
          error={error}
          onRetry={refetch}
        />
      </div>
    );
  }
  if (!data) return <AddressSkeleton />;
  const address = data.subscribeUrl;
  const copied = { title: 'Address copied', description: 'Calendar address copied to clipboard' };
  const small = { variant: 'quiet', size: 'small' } as const;
  return (
    <Card className="mt-3 p-4">
      <TextField
        label="Your private calendar address"
        hint="In your calendar app, add this address as a subscription. Anyone who has it can see your class times, so keep it private."
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-4 grid gap-2 sm:flex">
        <Button
          {...small}
          onClick={() => copyWithToast(address, copied, 'We couldn’t copy the address')}
        >
          <Copy aria-hidden className="size-4" />
          Copy Address
        </Button>
        <a href={asWebcal(address)} className={buttonStyles(small)}>
          <ExternalLink aria-hidden className="size-4" />
          Open in Calendar App
        </a>
        <ReplaceAddress />
      </div>
    </Card>
  );
}

function ReplaceAddress() {
  const client = useQueryClient();
  const renew = async () => {
    const renewed = await callApi('POST /api/calendar/renew');
    client.setQueryData(apiQueryKey('GET /api/calendar'), renewed);
  };
  return (
    <ActionButton
      button={{ variant: 'plain', size: 'small' }}
      title="Replace your address?"
      description="The old address will stop working right away. Calendars that use it won’t update until you subscribe again with the new one."
      confirmText="Replace Address"
      pendingText="Replacing..."
      run={renew}
      toast={() => ({
        title: 'Address replaced',
        description: 'Please subscribe again with the new address.',
      })}
      failed={ourFault}
    />
  );
}
