import { useQueryClient } from '@tanstack/react-query';
import {
  type ApiResponse,
  type Endpoint,
  errorMessage,
  invalidate,
  invalidateLater,
  useApiMutation,
} from '../api.ts';
import { type ToastMessage, toastError, toastOutcome } from './toast.ts';

interface ActionOptions<Data> {
  /** Refetched before the toast, and after an error, because someone else may have acted first. */
  invalidates?: readonly Endpoint[];
  /** Also refetched a few times later, while jobs finish the work. */
  later?: readonly Endpoint[];
  onDone?: (data: Data) => void;
  /** By default, shows the message in the response. */
  toast?: (data: Data) => ToastMessage;
  /** Shown if the server's response has no error message. */
  failed: string;
}

/** A call by a button without a dialog. Its outcome is shown in a toast. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { invalidates = [], later = [], onDone, toast, failed }: ActionOptions<ApiResponse<E>>,
) {
  const client = useQueryClient();
  const refetch = () => invalidate(client, ...invalidates);
  return useApiMutation(endpoint, {
    onSuccess: async (data) => {
      await refetch();
      onDone?.(data);
      toastOutcome(data, toast);
      invalidateLater(client, ...later);
    },
    onError: async (error) => {
      toastError(errorMessage(error, failed));
      await refetch();
    },
  });
}
