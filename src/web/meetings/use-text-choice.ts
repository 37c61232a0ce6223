import { useQueryClient } from '@tanstack/react-query';
import { errorMessage, useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { toast } from '../ui/toast.ts';

const messageOf = (error: Error) => errorMessage(error, 'Failed to update preferences');

/** Saves whether an alumnus gets text reminders, and says so. */
export function useTextChoice(onSaved?: () => void) {
  const client = useQueryClient();
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      requestKeys.onSaved();
      const user = getCachedUser(client);
      if (user) await setCachedUser(client, { ...user, ...saved });
      toast({
        title: saved.textConsent
          ? 'You will receive text reminders for upcoming events'
          : 'You will not receive text reminders',
      });
      onSaved?.();
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error), variant: 'destructive' }),
  });
  const [asked] = update.variables ?? [];
  return {
    save: (consent: boolean) =>
      update.mutate({ body: { consent, clicked: true }, requestKey: requestKeys.keyFor(consent) }),
    /** What is being saved. */
    saving: update.isPending ? asked?.body.consent : undefined,
    isSaved: update.isSuccess,
  };
}
