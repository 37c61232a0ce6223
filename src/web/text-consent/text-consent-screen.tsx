import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { rememberUser, useStudent } from '../auth.tsx';
import { useChange } from '../call.ts';
import { toast } from '../ui/toast.ts';
import { TextConsentForm } from './text-consent-form.tsx';

const failure = 'Failed to save your preferences. Please try again.';

export function TextConsentScreen() {
  const client = useQueryClient();
  const student = useStudent();
  const [, navigate] = useLocation();
  const update = useChange('POST /api/update-text-consent', {
    onSuccess: async (answer) => {
      toast({
        title: 'Preferences updated',
        description: 'Your text message preferences have been saved.',
      });
      await rememberUser(client, { ...student, ...answer });
      navigate(PAGES.schedule, { replace: true });
    },
    onError: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  });

  return (
    <TextConsentForm
      isSaving={update.state === 'pending' || update.state === 'made'}
      problem={update.state === 'failed' ? failure : undefined}
      onContinue={(consent) => update.make({ body: { consent, clicked: true } })}
    />
  );
}
