import {
  formatBriefOwnTime,
  formatNearDay,
  formatSpokenSlot,
  formatTime,
} from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { now } from '../server-clock.ts';
import { readCopiedAt, site } from '../site.ts';
import { Notice } from '../ui/notice.tsx';
import { TextButton } from '../ui/text-link.tsx';

export function OfflineNote({ path }: { path: string }) {
  if (!readCopiedAt()) return null;
  const at = new Date(site.now);
  const time = formatNearDay(at, now()) === 'Today' ? formatTime(at) : formatSpokenSlot(at);
  const ownTime = formatBriefOwnTime(at);
  const what = path === PAGES.classes ? 'These are the classes' : 'This is your schedule';
  const title = navigator.onLine ? 'We can’t reach the portal right now.' : 'You’re offline.';
  return (
    <Notice tone="warning" title={title} className="mb-5">
      {what} as of {time}
      {ownTime && ` (${ownTime})`}. You can still use your Join links.{' '}
      <TextButton onClick={() => window.location.reload()}>Try Again</TextButton>
    </Notice>
  );
}
