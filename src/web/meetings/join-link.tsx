import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { ApiError, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { copyWithToast, useWaitingTab } from '../ui/browser.ts';
import { SmallButton } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';

export function JoinLink({ address, wasBlocked }: { address: string; wasBlocked: boolean }) {
  const copied = { title: 'Link copied', description: 'Zoom join link copied to clipboard' };
  const copy = () => copyWithToast(address, copied, 'We couldn’t copy the link');
  return (
    <div className="rounded-control border border-line bg-card px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <p className="font-semibold text-sm">Your join link</p>
        <SmallButton onClick={copy}>
          <Copy aria-hidden className="size-4" />
          Copy Link
        </SmallButton>
      </div>
      <p className="mt-1 text-sm [overflow-wrap:anywhere]">
        <TextLink href={address} newTab>
          {address}
        </TextLink>
      </p>
      <p className="mt-2 text-muted text-sm">
        {wasBlocked
          ? 'Your browser blocked the new tab. Use this link, or allow pop-ups for this site and press the button again.'
          : 'Your class should open in a new tab. If you don’t see it, allow pop-ups for this site or use this link.'}
      </p>
    </div>
  );
}

const noLink = 'Could not get join URL for this class.';

export function useJoin(classId: number) {
  const client = useQueryClient();
  const tab = useWaitingTab('Joining the class', 'Opening your class…');
  const [link, setLink] = useState<string>();
  const [wasBlocked, setBlocked] = useState(false);
  const join = useApiMutation('POST /api/alumni/classes/:id/join', {
    onSuccess: ({ zoomJoinUrl }) => {
      if (!zoomJoinUrl || !/^https?:/.test(zoomJoinUrl)) return tab.giveUp('Error', noLink);
      setLink(zoomJoinUrl);
      setBlocked(!tab.goTo(zoomJoinUrl));
    },
    onError: (error) => {
      const isApiError = error instanceof ApiError;
      tab.giveUp(
        'Could not join the class',
        isApiError ? errorMessage(error, 'Failed to join class') : 'An unexpected error occurred',
      );
      // A 404 or 409 means that the class list is out of date.
      if (isApiError && [404, 409].includes(error.status)) {
        invalidate(client, 'GET /api/alumni/classes');
      }
    },
  });
  const start = () => {
    tab.open();
    join.mutate({ params: { id: classId } });
  };
  return { start, isJoining: join.isPending, link, wasBlocked };
}
