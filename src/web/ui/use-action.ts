import { useQueryClient } from '@tanstack/react-query';
import {
  type ApiArguments,
  type ApiResponse,
  callApi,
  type Endpoint,
  errorMessage,
  invalidate,
  invalidateLater,
  useSingleMutation,
} from '../api.ts';
import { type ToastMessage, toastError, toastOutcome } from './toast.ts';

export interface ActionOptions<Data> {
  /** Refetched before the toast is shown. Also refetched after an error, because someone else may have acted first. */
  invalidates?: readonly Endpoint[];
  /** Refetched a few times later, because jobs finish the work after the response. */
  later?: readonly Endpoint[];
  onDone?: (data: Data) => unknown;
  toast?: (data: Data) => ToastMessage;
  /** Shown if the server's response has no error message. */
  failed: string;
}

/** Refetches what the action changed and shows its outcome in a toast. The caller shows errors. */
export function useRun<Input extends unknown[], Data>(
  run: (...input: Input) => Promise<Data>,
  { invalidates = [], later = [], onDone, toast }: Omit<ActionOptions<Data>, 'failed'>,
  onError?: (error: Error) => unknown,
) {
  const client = useQueryClient();
  const refetch = () => invalidate(client, ...invalidates);
  return useSingleMutation(run, {
    onSuccess: async (data) => {
      await refetch();
      await onDone?.(data);
      toastOutcome(data, toast);
      invalidateLater(client, ...later);
    },
    onError: async (error) => {
      onError?.(error);
      await refetch();
    },
  });
}

interface CallOptions<Data> extends Omit<ActionOptions<Data>, 'failed'> {
  /** Shown if the server's response has no error message. The default is the error's technical message. */
  failed?: string;
  failedTitle?: string;
  onFailed?: () => unknown;
}

/** Like `useRun`, but also shows errors in a toast. */
export function useAction<E extends Endpoint>(endpoint: E, options: CallOptions<ApiResponse<E>>) {
  const run = (...input: ApiArguments<E>) => callApi(endpoint, ...input);
  return useRun(run, options, (error) => {
    toastError(errorMessage(error, options.failed ?? error.message), options.failedTitle);
    options.onFailed?.();
  });
}
