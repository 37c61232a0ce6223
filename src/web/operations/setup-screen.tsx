import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Check } from '../../contract/operations.ts';
import { PAGES } from '../../course/pages.ts';
import { callApi, useFreshQuery } from '../api.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Button } from '../ui/button.tsx';
import { CallButton } from '../ui/call-button.tsx';
import { Card } from '../ui/card.tsx';
import { countOf, LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { classNames } from '../ui/styles.ts';
import { TextLink } from '../ui/text-link.tsx';

export function SetupScreen() {
  // The checks call Zoom and other services, so they only run when the page opens and on request.
  const { data, error, refetch, isFetching } = useFreshQuery('GET /api/admin/setup');
  return (
    <>
      <StaffPageHead title="Setup">
        Here you can check that everything the portal needs is working.{' '}
        <TextLink href={PAGES.manual}>The manual</TextLink> explains how to set it up.
      </StaffPageHead>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Button
          size="small"
          pending={isFetching}
          pendingText="Checking..."
          onClick={() => refetch()}
        >
          Check Again
        </Button>
        <CallButton
          call="POST /api/admin/setup/test-mail"
          later={['GET /api/admin/setup']}
          failed="We couldn’t send the test email. Please try again."
          pendingText="Sending..."
        >
          Send Test Email
        </CallButton>
        <p role="status" className="text-muted text-sm">
          {data && !isFetching && summarize(data)}
        </p>
        <ActionButton
          button={{ variant: 'danger', size: 'small', className: 'sm:ml-auto' }}
          title="Sign everyone out?"
          description="All students, alumni and staff, including you, will have to sign in again on every device. Unused login links will still work."
          confirmText="Sign Everyone Out"
          pendingText="Signing out..."
          run={() => callApi('POST /api/admin/sign-out-everybody')}
          // Never resolve, so that the dialog stays open until the browser has loaded the login page.
          onDone={() => new Promise(() => window.location.replace(PAGES.login))}
          failed="We couldn’t sign everyone out. Please try again."
        />
      </div>
      <LoadedList count={data?.length} query={{ error, refetch }} what="the checks">
        <Card className="py-1">
          <ul aria-label="Checks" className="divide-y divide-line">
            {data?.toSorted(byState).map((check) => (
              <CheckRow key={check.name} {...check} />
            ))}
          </ul>
        </Card>
      </LoadedList>
    </>
  );
}

function summarize(checks: Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return 'Everything looks good';
  return `${countOf(problems, 'problem')}, ${countOf(warnings, 'warning')}`;
}

const states = {
  problem: { label: 'Problem', Icon: CircleAlert, color: 'text-danger' },
  warning: { label: 'Warning', Icon: TriangleAlert, color: 'text-warning' },
  ok: { label: 'OK', Icon: CircleCheck, color: 'text-success' },
};

const byState = (a: Check, b: Check) => order.indexOf(a.state) - order.indexOf(b.state);
const order = Object.keys(states);

function titleOf(chapter: string): string {
  const title = chapter.replace(/^\d+-/, '').replaceAll('-', ' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function CheckRow({ name, state, sentence, chapter, link }: Check) {
  const { label, Icon, color } = states[state];
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_1fr]">
      <p className={classNames('flex items-center gap-2 self-start font-semibold', color)}>
        <Icon aria-hidden className="size-5 shrink-0" />
        {label}
      </p>
      <div>
        <h2 className="font-semibold text-base">{name}</h2>
        <p className="wrap-anywhere">{sentence}</p>
        <p className="flex flex-wrap gap-x-4 text-sm *:min-h-11 *:content-center pointer-fine:*:min-h-0">
          <TextLink href={`${PAGES.manual}#${chapter}`}>Manual: {titleOf(chapter)}</TextLink>
          {link && (
            <TextLink href={link} newTab>
              See What’s New
            </TextLink>
          )}
        </p>
      </div>
    </li>
  );
}
