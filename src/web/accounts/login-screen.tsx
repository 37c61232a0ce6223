import { PAGES } from '../../course/pages.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { TextButton, TextLink } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { LoginForm } from './login-form.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

const { LoginHelpDialog } = lazily(() => import('./login-help-dialog.tsx'));

export function LoginScreen() {
  usePageTitle('Welcome');
  const help = useDialog<true>();
  return (
    <SignInLayout
      title="Welcome to Your Course Portal"
      footer={
        <p className="text-balance pb-2 text-muted text-sm">
          This portal is operated by {site.organisation}, an educational partner of{' '}
          {site.parentOrganisation}.
          <br />
          <TextLink
            href={PAGES.privacyPolicy}
            newTab
            className="inline-flex min-h-11 items-center whitespace-nowrap"
          >
            Privacy policy
          </TextLink>
        </p>
      }
    >
      <p className="mt-3 text-balance text-muted">
        No password needed. We send you a link that signs you in.
      </p>
      <Card className="mt-6 px-6 pt-6 pb-3">
        <LoginForm />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
          <TextButton className="min-h-11" aria-haspopup="dialog" onClick={() => help.open(true)}>
            Didn't receive email with link?
          </TextButton>
          <TextLink href={PAGES.help} newTab className="inline-flex min-h-11 items-center">
            Help
          </TextLink>
        </div>
      </Card>
      {help.render((dialog) => (
        <LoginHelpDialog {...dialog} />
      ))}
    </SignInLayout>
  );
}
