import { useQuery } from '@tanstack/react-query';
import { lazily } from '../ui/load-lazily.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { wishQuery } from './queries.ts';

const { WishDialog } = lazily(() => import('./wish-dialog.tsx'));

/** Beside the slots, for whom none of them suits. */
export function NothingFits({ classNumber }: { classNumber: number }) {
  const wishing = useDialog<true>();
  const { data: wish } = useQuery(wishQuery);
  return (
    <div className="mt-2 text-center">
      <TextButton
        aria-haspopup="dialog"
        className="min-h-11 px-2"
        onClick={() => wishing.open(true)}
        onPointerEnter={WishDialog.preload}
      >
        {wish ? 'You told us what would suit you' : 'Nothing fits? Tell us'}
      </TextButton>
      {wishing.render((dialog) => (
        <WishDialog classNumber={classNumber} {...dialog} />
      ))}
    </div>
  );
}
