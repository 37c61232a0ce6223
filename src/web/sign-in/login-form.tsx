import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { identifierMissing } from '../../contract/sentences.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';

/** Left in the history for the login page by a link that could not be verified: why. */
export interface FailedLink {
  failedLink: string;
}

export const linkFailed = 'Your link could not be verified';

export function LoginForm() {
  const failedLink = useHistoryState<FailedLink | null>()?.failedLink;
  const field = useRef<HTMLInputElement>(null);
  const [identifier, setIdentifier] = useState('');
  const [problem, setProblem] = useState<string>();

  const showProblem = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const sendLink = useApiMutation('POST /api/auth/login', {
    onSuccess: ({ message }) =>
      toast({ title: 'Login link sent!', description: message || whereToLook }),
    onError: (error) => showProblem(errorMessage(error, 'Login failed. Please try again.')),
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Whatever else may be wrong with it, the server says; a schema would weigh on the first page.
    if (identifier.trim() === '') return showProblem(identifierMissing);
    setProblem(undefined);
    sendLink.mutate({ body: { email: identifier } });
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    setIdentifier(event.target.value);
    setProblem(undefined);
  };

  return (
    <form noValidate onSubmit={submit}>
      {failedLink && sendLink.isIdle && (
        <Notice tone="warning" title={linkFailed} className="mb-5">
          {failedLink}
          <br />
          You can ask for a new link here.
        </Notice>
      )}
      <TextField
        ref={field}
        label="Email or Phone"
        placeholder="Your email or phone number"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={identifier}
        onChange={edit}
        error={problem}
      />
      <Button
        type="submit"
        className="mt-4 w-full"
        pending={sendLink.isPending}
        pendingText="Sending..."
      >
        Send Login Link
      </Button>
      {sendLink.data && (
        <Notice tone="good" title="Check your email or phone" className="mt-4">
          {sendLink.data.message || whereToLook}
        </Notice>
      )}
    </form>
  );
}

const whereToLook = 'Check your email or phone for the login link';
