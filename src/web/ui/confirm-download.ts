import { callApi, errorMessage } from '../api.ts';
import { toastError } from './toast.ts';

/** Staff's downloads can't ask users to confirm who they are, so this asks before they start. */
export async function confirmDownload(event: Event): Promise<void> {
  const { target } = event;
  const selector = 'a[download][href^="/api/admin/"]';
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(selector);
  if (!link) return;
  event.preventDefault();
  try {
    await callApi('GET /api/account/confirmed');
    // A copy that isn't on the page, so that its click doesn't come here again.
    (link.cloneNode() as HTMLAnchorElement).click();
  } catch (error) {
    toastError(errorMessage(error, 'We couldn’t start the download. Please try again.'));
  }
}
