import { PAGES } from '../../course/pages.ts';
import { useChange, wordsOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import type { ButtonLook } from '../ui/button-styles.ts';
import { toast } from '../ui/toast.ts';

export function LogoutButton(look: ButtonLook) {
  const logout = useChange('POST /api/auth/logout', {
    // A fresh page: nothing of the one who leaves stays in memory.
    onSuccess: () => window.location.replace(PAGES.login),
    onError: (error) =>
      toast({
        title: 'Logout failed',
        description: wordsOf(error, error.message),
        variant: 'destructive',
      }),
  });
  return (
    <Button
      {...look}
      pending={logout.state === 'pending' || logout.state === 'made'}
      pendingText="Logging out..."
      onClick={() => logout.make()}
    >
      Logout
    </Button>
  );
}
