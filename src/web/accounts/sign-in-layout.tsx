import type { ReactNode } from 'react';
import { Horizon } from '../ui/horizon.tsx';

interface SignInLayoutProps {
  title: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** Aligns everything to the top, so that messages that appear later don't shift the content above them. */
export function SignInLayout({ title, children, footer }: SignInLayoutProps) {
  return (
    <div className="flex flex-1 flex-col text-center">
      <div className="mx-auto w-full max-w-105 grow pt-[8dvh] pb-10">
        <Horizon className="mx-auto w-56" />
        <h1 className="mt-6 text-balance">{title}</h1>
        {children}
      </div>
      {footer}
    </div>
  );
}
