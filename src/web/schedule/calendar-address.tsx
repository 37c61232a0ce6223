import { useQueryClient } from '@tanstack/react-query';
import { Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { apiQueryKey, callApi, errorMessage, useApiQuery } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { copyText } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { ErrorPanel } from '../ui/notice.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { toast } from '../ui/toast.ts';
import { AddressSkeleton } from './add-to-calendar.tsx';

const ourFault = 'Something went wrong on our side.';

/** The address that a calendar subscribes to. The server creates it with the first request. */
export function CalendarAddress() {
  const { data, error, refetch } = useApiQuery('GET /api/calendar');
  if (error) {
    return (
      <div className="mt-3">
        <ErrorPanel
          title="Your address could not be fetched"
          message={errorMessage(error, ourFault)}
          onRetry={refetch}
        />
      </div>
    );
  }
  if (!data) return <AddressSkeleton />;
  const address = data.subscribeUrl;
  const small = { variant: 'outline', size: 'small' } as const;
  return (
    <Card className="mt-3 p-4">
      <TextField
        label="Your private calendar address"
        hint="Add it in your calendar as a subscription. Whoever has it can see your class times, so keep it to yourself."
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-4 grid gap-2 sm:flex">
        <Button {...small} onClick={() => copy(address)}>
          <Copy aria-hidden className="size-4" />
          Copy address
        </Button>
        <a href={address.replace(/^https?:/, 'webcal:')} className={buttonStyles(small)}>
          <ExternalLink aria-hidden className="size-4" />
          Open in calendar app
        </a>
        <RenewAddress />
      </div>
    </Card>
  );
}

async function copy(address: string) {
  if (await copyText(address)) {
    toast({ title: 'Address copied', description: 'Calendar address copied to clipboard' });
  } else {
    toast({
      title: 'The address could not be copied',
      description: 'Please select it and copy it by hand.',
      variant: 'destructive',
    });
  }
}

/** For an address that somebody else has come to know. */
function RenewAddress() {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        Renew address
      </Button>
      <ActionDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Renew the address?"
        description="The old address stops working at once. Calendars that use it no longer follow your classes until you subscribe again with the new one."
        confirmText="Renew address"
        pendingText="Renewing..."
        run={() => callApi('POST /api/calendar/renew')}
        onDone={(renewed) => client.setQueryData(apiQueryKey('GET /api/calendar'), renewed)}
        toast={() => ({
          title: 'Address renewed',
          description: 'Please subscribe with the new address.',
        })}
        failed={ourFault}
      />
    </>
  );
}
