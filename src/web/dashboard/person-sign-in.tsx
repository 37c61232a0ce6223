import type { PersonPage } from '../../contract/person-page.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { Card } from '../ui/card.tsx';

const linkNames = {
  asked: 'a link that they asked for',
  welcome: 'a link that was sent to them',
  reminder: 'the link of a reminder',
  staff: 'a link that staff copied',
  printed: 'a link that the command line printed',
};
const when = (instant: string) =>
  `${formatCompactDate(new Date(instant))}, ${formatTime(new Date(instant))}`;

/** When and where a person signed in, and whether a link would do so now. */
export function PersonSignIn({ page: { signIn, deactivatedAt } }: { page: PersonPage }) {
  const { lastAt, devices, links } = signIn;
  return (
    <Card as="section" aria-labelledby="sign-in-heading">
      <h2 id="sign-in-heading" className="mb-2 font-semibold">
        Sign-in
      </h2>
      <p>{lastAt ? `Last signed in ${when(lastAt)}.` : 'They have never signed in.'}</p>
      {!deactivatedAt && (
        <ul className="text-muted text-sm">
          {links.map(({ kind, expiresAt }) => (
            <li key={`${kind} ${expiresAt}`}>
              Can sign in with {linkNames[kind]} until {when(expiresAt)}.
            </li>
          ))}
          {links.length === 0 && <li>No login link is active.</li>}
        </ul>
      )}
      {devices.length > 0 && (
        <>
          <h3 className="mt-3 font-medium text-sm">Signed in on</h3>
          <ul className="text-muted text-sm">
            {devices.map(({ device, startedAt, lastSeenAt }) => (
              <li key={`${device} ${startedAt}`} className="mt-1">
                {device}, since {when(startedAt)}, last active {when(lastSeenAt)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
