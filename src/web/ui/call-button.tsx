import type { ComponentProps } from 'react';
import type { ApiArguments, ApiResponse, Endpoint } from '../api.ts';
import { SmallButton } from './button.tsx';
import { type ActionOptions, useAction } from './use-action.ts';

interface CallButtonProps<E extends Endpoint>
  extends ComponentProps<typeof SmallButton>,
    ActionOptions<ApiResponse<E>> {
  call: E;
  input?: unknown;
}

type Input<E extends Endpoint> =
  [] extends ApiArguments<E> ? { input?: never } : { input: ApiArguments<E>[0] };

export function CallButton<E extends Endpoint>(props: CallButtonProps<E> & Input<E>) {
  const { call, input, invalidates, later, onDone, toast, failed, ...button } =
    props as CallButtonProps<E>;
  const options = { invalidates, later, onDone, toast, failed } as ActionOptions<ApiResponse<E>>;
  const action = useAction(call, options);
  const press = () => action.mutate(...([input] as unknown as ApiArguments<E>));
  return <SmallButton {...button} pending={action.isPending} onClick={press} />;
}
