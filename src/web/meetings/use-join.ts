import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { openWaitingTab } from '../ui/browser.ts';
import { toast } from '../ui/toast.ts';

const noLink = 'Could not get join URL for this class.';

/** Joins one class: a tab opens at once and goes to the meeting as soon as its link is known. */
export function useJoin(classId: number) {
  const client = useQueryClient();
  const tab = useRef<Window>(null);
  const [link, setLink] = useState<string>();
  const [wasBlocked, setBlocked] = useState(false);

  const giveUp = (title: string, description: string) => {
    tab.current?.close();
    toast({ title, description, variant: 'destructive' });
  };
  const join = useApiMutation('POST /api/alumni/classes/:id/join', {
    onSuccess: ({ zoomJoinUrl }) => {
      if (!isWebAddress(zoomJoinUrl)) return giveUp('Error', noLink);
      setLink(zoomJoinUrl);
      setBlocked(!tab.current);
      tab.current?.location.replace(zoomJoinUrl);
    },
    onError: (error) => {
      giveUp('Could not join the class', messageOf(error));
      // The list said that it can be joined, so it is out of date.
      if (error instanceof ApiError && [404, 409].includes(error.status)) {
        invalidate(client, 'GET /api/alumni/classes');
      }
    },
  });
  const start = () => {
    tab.current = openWaitingTab('Joining the class', 'Opening your class…');
    join.mutate({ params: { id: classId } });
  };
  return { start, isJoining: join.isPending, link, wasBlocked };
}

function isWebAddress(address: string | null): address is string {
  return /^https?:/.test(address ?? '');
}

function messageOf(error: Error): string {
  return error instanceof ApiError
    ? errorMessage(error, 'Failed to join class')
    : 'An unexpected error occurred';
}
