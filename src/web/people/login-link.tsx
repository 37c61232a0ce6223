import type { AlumniRow } from '../../contract/people.ts';
import { fullName } from '../../course/full-name.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { copyText } from '../ui/browser.ts';
import { SmallButton } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { toast, toastError } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';

const { CopyLinkDialog } = lazily(() => import('./send-login-link-dialog.tsx'));

export function LoginLink({ person }: { person: AlumniRow }) {
  const { id } = person;
  const request = useApiMutation('POST /api/admin/people/:id/login-link');
  const byHand = useDialog<string>();
  if (!person.loginLink) return <span className="text-muted text-sm">No active link</span>;

  const copy = async () => {
    // The link in the row only works after this request has activated it.
    const url = request
      .mutateAsync({ params: { id } })
      ?.then((link) => window.location.origin + link.loginLink);
    if (!url) return;
    try {
      if (await copyText(url)) {
        toast({ title: 'Copied to clipboard', description: 'Login link copied to clipboard' });
      } else {
        toastError('We couldn’t copy the login link. Please copy it yourself.');
        byHand.open(await url);
      }
    } catch (error) {
      toastError(errorMessage(error, 'We couldn’t copy the login link. Please try again.'));
    }
  };
  return (
    <>
      <SmallButton variant="plain" className="-mx-3.5" pending={request.isPending} onClick={copy}>
        <span>
          Copy Link
          <span className="sr-only"> for {fullName(person)}</span>
        </span>
      </SmallButton>
      {byHand.render((dialog, link) => (
        <CopyLinkDialog name={fullName(person)} link={link} {...dialog} />
      ))}
    </>
  );
}
