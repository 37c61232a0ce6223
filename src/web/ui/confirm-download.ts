import { callApi, errorMessage } from '../api.ts';
import { toastError } from './toast.ts';

/** Asks staff to confirm who they are before a download, if necessary. The download itself can't open a dialog. */
export async function confirmDownload(event: Event): Promise<void> {
  const { target } = event;
  const selector = 'a[download][href^="/api/admin/"]';
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(selector);
  if (!link) return;
  event.preventDefault();
  try {
    await callApi('GET /api/account/confirmed');
    // Click a copy that isn't on the page, so that the click doesn't trigger this function again.
    (link.cloneNode() as HTMLAnchorElement).click();
  } catch (error) {
    toastError(errorMessage(error, 'We couldn’t start the download. Please try again.'));
  }
}
