import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Check } from '../../contract/operations.ts';
import { PAGES } from '../../course/pages.ts';
import { apiQuery, errorMessage, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { classNames } from '../ui/styles.ts';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastError } from '../ui/toast.ts';

export function SetupScreen() {
  // Every check asks the vendors: once when the page opens, and then when somebody wants it.
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery('GET /api/admin/setup'),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <StaffPageHead title="Setup">
        Whether the portal has what it needs. <TextLink href={PAGES.manual}>The manual</TextLink>{' '}
        says how to get it.
      </StaffPageHead>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Button
          size="small"
          pending={isFetching}
          pendingText="Checking..."
          onClick={() => refetch()}
        >
          Check again
        </Button>
        <TestMailButton />
        <p role="status" className="text-muted text-sm">
          {data && !isFetching && summarize(data)}
        </p>
      </div>
      <LoadedList
        count={data?.length}
        error={error}
        onRetry={refetch}
        loadingText="Checking…"
        failedText="The setup could not be checked"
        emptyText="Nothing to check"
      >
        <Card className="py-1">
          <ul aria-label="Checks" className="divide-y divide-line">
            {data?.map((check) => (
              <CheckRow key={check.name} {...check} />
            ))}
          </ul>
        </Card>
      </LoadedList>
    </>
  );
}

function TestMailButton() {
  const send = useApiMutation('POST /api/admin/setup/test-mail', {
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastError(errorMessage(error, 'The test mail could not be sent.')),
  });
  return (
    <Button
      size="small"
      variant="outline"
      pending={send.isPending}
      pendingText="Sending..."
      onClick={() => send.mutate()}
    >
      Send a test mail
    </Button>
  );
}

function summarize(checks: Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems + warnings === 0) return 'All is as it should be';
  return `Problems: ${problems}, warnings: ${warnings}`;
}

const looks = {
  ok: { word: 'OK', Icon: CircleCheck, color: 'text-success' },
  warning: { word: 'Warning', Icon: TriangleAlert, color: 'text-warning' },
  problem: { word: 'Problem', Icon: CircleAlert, color: 'text-danger' },
};

/** `4-zoom` is the chapter Zoom. */
function titleOf(chapter: string): string {
  const words = chapter.replace(/^\d+-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function CheckRow({ name, state, sentence, chapter }: Check) {
  const { word, Icon, color } = looks[state];
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_1fr]">
      <p className={classNames('flex items-center gap-2 self-start font-semibold', color)}>
        <Icon aria-hidden className="size-5 shrink-0" />
        {word}
      </p>
      <div>
        <h2 className="font-semibold text-base">{name}</h2>
        <p className="wrap-anywhere">{sentence}</p>
        <p className="text-sm">
          <TextLink
            href={`${PAGES.manual}#${chapter}`}
            className="inline-flex min-h-11 items-center sm:min-h-0"
          >
            Manual: {titleOf(chapter)}
          </TextLink>
        </p>
      </div>
    </li>
  );
}
