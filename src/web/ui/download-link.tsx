import type { MouseEvent, ReactNode } from 'react';
import { callApi, errorMessage } from '../api.ts';
import { buttonStyles } from './styles.ts';
import { toastError } from './toast.ts';

/**
 * Downloads a file after asking users to confirm who they are, if that's necessary. The browser couldn't ask, because
 * it makes the request for a download itself.
 */
export async function startDownload(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault();
  const link = document.createElement('a');
  link.href = event.currentTarget.href;
  link.download = '';
  try {
    await callApi('GET /api/account/confirmed');
    link.click();
  } catch (error) {
    toastError(errorMessage(error, 'We couldn’t start the download. Please try again.'));
  }
}

interface DownloadLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

export function DownloadLink({ href, className, children }: DownloadLinkProps) {
  const style = buttonStyles({ variant: 'outline', size: 'small', className });
  return (
    <a href={href} download onClick={startDownload} className={style}>
      {children}
    </a>
  );
}
