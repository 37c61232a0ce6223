import { Email, formatPhone } from './contact.tsx';
import { TextButton } from './text-link.tsx';

export const emailColumn = {
  name: 'Email',
  cell: ({ email }: { email: string }) => <Email address={email} />,
  onPhone: 'subtitle' as const,
  className: 'wrap-anywhere lg:min-w-44',
};

export const phoneColumn = {
  name: 'Phone',
  cell: ({ phone }: { phone: string | null }) => (phone ? formatPhone(phone) : '–'),
  className: 'lg:whitespace-nowrap',
};

/** Opens a dialog to edit the person. */
export function EmailButton({ address, onClick }: { address: string; onClick: () => void }) {
  return (
    <TextButton
      aria-haspopup="dialog"
      className="min-h-11 text-left pointer-fine:min-h-0"
      onClick={onClick}
    >
      <Email address={address} />
    </TextButton>
  );
}
