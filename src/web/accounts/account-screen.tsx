import { type ReactNode, Suspense } from 'react';
import type { User } from '../../contract/accounts.ts';
import { ownSignInNeeded } from '../../contract/sign-in-words.ts';
import { fullName } from '../../course/full-name.ts';
import { isStaff } from '../../course/roles.ts';
import { useAuth } from '../auth.tsx';
import { site } from '../site.ts';
import { saveFile } from '../ui/browser.ts';
import { CallButton } from '../ui/call-button.tsx';
import { Card, Section } from '../ui/card.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { MailLink } from '../ui/text-link.tsx';
import { Appearance } from './appearance.tsx';
import { Devices, SignOutEverywhere } from './devices.tsx';
import { TimeZone } from './time-zone.tsx';

const { Passkeys } = lazily(() => import('./passkeys.tsx'));

export function AccountScreen({ textChoice }: { textChoice: ReactNode }) {
  usePageTitle('Your Account');
  const { user } = useAuth();
  const isOwnSignIn = !user?.usesStaffLink;
  return (
    <>
      <h1>Your Account</h1>
      {!isOwnSignIn && <Card className="mt-5">{ownSignInNeeded}</Card>}
      <div className="mt-5 grid grid-cols-1 gap-5 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <Details />
          {isOwnSignIn && textChoice}
        </div>
        <div className="grid content-start gap-5">
          {user && isStaff(user.role) && site.staffPasskeys !== 'off' && (
            <Section isLarge id="passkeys" title="Passkeys">
              <Suspense>
                <Passkeys />
              </Suspense>
            </Section>
          )}
          <Section isLarge id="devices" title="Where you’re signed in">
            <Devices />
            {isOwnSignIn && <SignOutEverywhere />}
          </Section>
          <Section isLarge id="appearance" title="Appearance">
            <Appearance />
          </Section>
          {isOwnSignIn && <DownloadOwnData />}
        </div>
      </div>
    </>
  );
}

function Details() {
  const { user } = useAuth();
  if (!user) return null;
  const details = [
    ['Name', fullName(user)],
    ['Email', user.email],
    ['Phone', describePhone(user)],
  ];
  return (
    <Section isLarge id="details" title="Your details">
      <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {details.map(([name, value]) => (
          <div key={name} className="grid sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="text-muted max-sm:text-sm">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">{!user.usesStaffLink && <TimeZone user={user} />}</div>
      <p className="mt-4 border-line border-t pt-4 text-muted text-sm">
        Does something look wrong? Write to us at <MailLink address={site.supportEmail} />.
      </p>
    </Section>
  );
}

function describePhone({ phoneShown, isPhoneConfirmed }: User): string {
  if (!phoneShown) return 'None';
  return isPhoneConfirmed ? phoneShown : `${phoneShown} (not confirmed yet)`;
}

function DownloadOwnData() {
  return (
    <Section isLarge id="own-data" title="Your data">
      <p className="mt-3 text-muted">
        Download everything we store about you as a JSON file, which other apps can read.
      </p>
      <CallButton
        call="GET /api/account/data"
        onDone={(data) => saveFile('my-data.json', JSON.stringify(data, null, 2))}
        failed="We couldn’t download your data. Please try again."
        size="medium"
        className="mt-3 w-full sm:w-auto"
        pendingText="Downloading..."
      >
        Download My Data
      </CallButton>
    </Section>
  );
}
