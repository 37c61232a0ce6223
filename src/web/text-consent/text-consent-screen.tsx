import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { useApiMutation } from '../api.ts';
import { setCachedUser, useStudent } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { TextConsentForm } from './text-consent-form.tsx';

/** What the schedule is told by whoever comes from the last step. */
export interface FinishedChoosing {
  hasJustFinished: boolean;
}

const failure = 'Failed to save your preferences. Please try again.';

export function TextConsentScreen({ isReady }: { isReady: boolean }) {
  return isReady ? <TextConsent /> : <PageSpinner />;
}

/** The students' form, public as a sample. Nothing is saved. */
export function TextOptinScreen() {
  const [, navigate] = useLocation();
  return <TextConsentForm onContinue={() => navigate(PAGES.yourSchedule)} />;
}

function TextConsent() {
  const client = useQueryClient();
  const student = useStudent();
  const [, navigate] = useLocation();
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      toast({
        title: 'Preferences updated',
        description: 'Your text message preferences have been saved.',
      });
      await setCachedUser(client, { ...student, ...saved });
      navigate<FinishedChoosing>(PAGES.schedule, {
        replace: true,
        state: { hasJustFinished: true },
      });
    },
    onError: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  });

  return (
    <TextConsentForm
      isSaving={update.isPending || update.isSuccess}
      problem={update.isError ? failure : undefined}
      onContinue={(consent) =>
        update.mutate({
          body: { consent, clicked: true },
          requestKey: requestKeys.keyFor(consent),
        })
      }
    />
  );
}
