import type { ComponentProps } from 'react';
import type { ApiArguments, ApiResponse, Endpoint } from '../api.ts';
import { SmallButton } from './button.tsx';
import { type ActionOptions, useAction } from './use-action.ts';

type CallButtonProps<E extends Endpoint> = ComponentProps<typeof SmallButton> &
  ActionOptions<ApiResponse<E>> & { call: E; input?: ApiArguments<E>[0] };

/** A button that makes a call without asking first. */
export function CallButton<E extends Endpoint>(props: CallButtonProps<E>) {
  const { call, input, invalidates, later, onDone, toast, failed, ...button } = props;
  const options = { invalidates, later, onDone, toast, failed } as ActionOptions<ApiResponse<E>>;
  const action = useAction(call, options);
  const press = () => action.mutate(...([input] as unknown as ApiArguments<E>));
  return <SmallButton {...button} pending={action.isPending} onClick={press} />;
}

/** The text of a button that retries something. `about` tells screen readers what. */
export function RetryText({ about }: { about: string }) {
  return (
    <span>
      Retry<span className="sr-only">, {about}</span>
    </span>
  );
}
