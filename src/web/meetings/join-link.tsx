import { Copy } from 'lucide-react';
import { copyText } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';

interface JoinLinkProps {
  address: string;
  wasBlocked: boolean;
}

/** For a browser that blocked the new tab. */
export function JoinLink({ address, wasBlocked }: JoinLinkProps) {
  const copy = async () => {
    if (await copyText(address)) {
      toast({ title: 'Link copied', description: 'Zoom join link copied to clipboard' });
    } else {
      toast({
        title: 'The link could not be copied',
        description: 'Please select it and copy it by hand.',
        variant: 'destructive',
      });
    }
  };
  return (
    <div className="rounded-control border border-line bg-card px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <p className="font-semibold text-sm">Your join link</p>
        <Button variant="outline" size="small" onClick={copy}>
          <Copy aria-hidden className="size-4" />
          Copy link
        </Button>
      </div>
      <p className="mt-1 text-sm [overflow-wrap:anywhere]">
        <TextLink href={address} newTab>
          {address}
        </TextLink>
      </p>
      <p className="mt-2 text-muted text-sm">
        {wasBlocked
          ? 'Your browser blocked the new tab. Use this link, or allow pop-ups for this site and press the button again.'
          : 'The class opens in a new tab. If you do not see it, allow pop-ups for this site or use this link.'}
      </p>
    </div>
  );
}
