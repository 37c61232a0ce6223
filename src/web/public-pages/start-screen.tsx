import { Logo } from '../ui/logo.tsx';
import { usePageTitle } from '../ui/page-title.ts';

interface StartScreenProps {
  organisation: string;
  parentOrganisation: string;
}

export function StartScreen({ organisation, parentOrganisation }: StartScreenProps) {
  usePageTitle('Welcome');
  return (
    <div className="flex flex-1 flex-col text-center">
      <div className="m-auto py-10">
        <Logo className="mx-auto w-16" />
        <h1 className="mt-6 text-balance">Welcome to Your Course Portal</h1>
      </div>
      <p className="text-balance pb-6 text-muted text-sm">
        This portal is operated by {organisation}, an educational partner of {parentOrganisation}.
      </p>
    </div>
  );
}
