import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { AdminClass } from '../../contract/admin-classes.ts';
import { CallError, refresh, useChange, wordsOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { openWaitingTab } from '../ui/waiting-tab.ts';

interface StartMeetingButtonProps {
  aClass: AdminClass;
  /** Which class it is, for those who do not see the row. */
  children: ReactNode;
}

export function StartMeetingButton({ aClass, children }: StartMeetingButtonProps) {
  const client = useQueryClient();
  const tab = useRef<Window>(null);
  const giveUp = (title: string, description: string) => {
    tab.current?.close();
    toast({ title, description, variant: 'destructive' });
  };
  const start = useChange('GET /api/classes/:id/fresh-zoom-url', {
    onSuccess: ({ startUrl }) => {
      if (!/^https?:/.test(startUrl ?? '')) return giveUp('Error', 'Failed to get Zoom start URL');
      if (!tab.current) return giveUp('Error starting Zoom meeting', blocked);
      tab.current.location.replace(startUrl);
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) {
        giveUp('No Zoom meeting', "This class doesn't have an associated Zoom meeting");
        // The list said otherwise, so it is out of date.
        refresh(client, 'GET /api/classes/all');
      } else {
        giveUp('Error starting Zoom meeting', wordsOf(error, 'Failed to get fresh Zoom URL'));
      }
    },
  });
  const press = () => {
    tab.current = openWaitingTab('Zoom', 'Starting the Zoom meeting…');
    start.make({ params: { id: aClass.id } });
  };
  return (
    <Button
      variant="outline"
      size="small"
      className="whitespace-nowrap max-xl:flex-1"
      disabled={!aClass.zoomMeetingId}
      pending={start.state === 'pending'}
      onClick={press}
    >
      <span>Start Zoom Meeting{children}</span>
    </Button>
  );
}

const blocked = 'Your browser blocked the new tab. Please allow pop-ups for this site.';
