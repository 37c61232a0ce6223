import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { identifierMissing } from '../../contract/sentences.ts';
import { useChange, wordsOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { type FailedLink, linkFailed } from './failed-link.ts';

export function LoginForm() {
  const failedLink = useHistoryState<FailedLink | null>()?.failedLink;
  const field = useRef<HTMLInputElement>(null);
  const [identifier, setIdentifier] = useState('');
  const [problem, setProblem] = useState<string>();

  const refuse = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const sendLink = useChange('POST /api/auth/login', {
    onSuccess: ({ message }) =>
      toast({ title: 'Login link sent!', description: message || whereToLook }),
    onError: (error) => refuse(wordsOf(error, 'Login failed. Please try again.')),
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Whatever else may be wrong with it, the server says; a schema would weigh on the first page.
    if (identifier.trim() === '') return refuse(identifierMissing);
    setProblem(undefined);
    sendLink.make({ body: { email: identifier } });
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    setIdentifier(event.target.value);
    setProblem(undefined);
  };

  return (
    <form noValidate onSubmit={submit}>
      {failedLink && sendLink.state === 'idle' && (
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
        pending={sendLink.state === 'pending'}
        pendingText="Sending..."
      >
        Send Login Link
      </Button>
      {sendLink.answer && (
        <Notice tone="good" title="Check your email or phone" className="mt-4">
          {sendLink.answer.message || whereToLook}
        </Notice>
      )}
    </form>
  );
}

const whereToLook = 'Check your email or phone for the login link';
