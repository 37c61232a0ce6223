import type { PersonPage } from '../../contract/person-page.ts';
import { formatCalendarDate, formatCompactDate, formatTime } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { Section } from '../ui/card.tsx';
import { Email, PhoneLink, roleNames } from '../ui/contact.tsx';
import { Notice } from '../ui/notice.tsx';

const day = (instant: string) => formatCalendarDate(pacificDate(new Date(instant)));

/** For example, 'Mon, Nov 16, 2026, 10:00 AM PT'. */
export const when = (instant: string) =>
  `${formatCompactDate(new Date(instant))}, ${formatTime(new Date(instant))}`;

export function PersonFacts({ page }: { page: PersonPage }) {
  const { role, email, phone, startDate, otherViewers, erasedAt, deactivatedAt } = page;
  const facts = [
    roleNames[role],
    page.transferStudent && 'transfer student',
    startDate && `started ${formatCalendarDate(startDate)}`,
    role === 'teacher' && (page.canEdit ? 'can edit' : 'can’t edit'),
    `account created ${day(page.createdAt)}`,
  ].filter(Boolean);
  const viewers = otherViewers.map(({ name, at }) => `${name} at ${formatTime(new Date(at))}`);
  return (
    <>
      {!erasedAt && (
        <p className="wrap-anywhere">
          <Email address={email} /> · {phone ? <PhoneLink phone={phone} /> : 'no phone number'}
          {phone && !page.isPhoneConfirmed && ' (not confirmed yet, so they can’t sign in with it)'}
        </p>
      )}
      <p>{facts.join(' · ')}</p>
      {/* Always rendered, so that the page doesn't move when someone else opens it. */}
      <p className="-mb-2 min-h-6 text-sm print:hidden">
        {viewers.length > 0 && `Also viewed by ${viewers.join(', ')}`}
      </p>
      {erasedAt ? (
        <Notice tone="warning" title={`Erased on ${day(erasedAt)}`} className="mt-3">
          We deleted everything that identifies this person. We keep only what’s below, so that
          class counts stay correct.
        </Notice>
      ) : (
        deactivatedAt && (
          <Notice tone="warning" title={`Deactivated on ${day(deactivatedAt)}`} className="mt-3">
            This person can’t sign in, isn’t listed as a student or alum, and gets no messages. We
            keep their history.
          </Notice>
        )
      )}
    </>
  );
}

const linkNames = {
  asked: 'a link they requested',
  welcome: 'a link we sent them',
  reminder: 'a link from a reminder',
  staff: 'a link that staff copied',
  printed: 'a link created on the command line',
};

export function PersonSignIn({ page: { signIn, deactivatedAt } }: { page: PersonPage }) {
  const { lastAt, devices, links } = signIn;
  return (
    <Section id="sign-in-heading" title="Sign-in">
      <p>{lastAt ? `They last signed in on ${when(lastAt)}.` : 'They have never signed in.'}</p>
      {!deactivatedAt && (
        <ul className="text-muted text-sm">
          {links.map(({ kind, expiresAt }) => (
            <li key={`${kind} ${expiresAt}`}>
              They can sign in with {linkNames[kind]} until {when(expiresAt)}.
            </li>
          ))}
          {links.length === 0 && <li>They have no active login link.</li>}
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
    </Section>
  );
}

const sources = {
  page: 'Chosen on the portal',
  reply: 'Chosen by replying to a text',
  staff: 'Entered by staff',
};

export function PersonTexts({ page }: { page: PersonPage }) {
  const { textConsent, consent, textRefusal } = page;
  return (
    <Section id="texts-heading" title="Texts">
      <p>{textConsent ? 'Yes, they get texts.' : 'No, they don’t get texts.'}</p>
      <p className="text-muted text-sm">
        {consent
          ? `${sources[consent.source]} on ${when(consent.at)}.`
          : 'They haven’t said yet whether they want texts.'}
      </p>
      {textRefusal === 'reply' && (
        <p className="mt-3 rounded-control bg-warning-soft px-3 py-2 text-sm">
          They replied STOP, so their carrier blocks our texts. Only they can turn texts back on, by
          replying START or on their account page. Staff can’t do it for them, because consent has
          to come from the person.
        </p>
      )}
    </Section>
  );
}
