import type { ReactNode } from 'react';
import { Logo } from '../ui/page-layout.tsx';

interface SignInLayoutProps {
  title: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** Aligns everything to the top, so that messages that appear later don't shift the content above them. */
export function SignInLayout({ title, children, footer }: SignInLayoutProps) {
  return (
    <div className="flex flex-1 flex-col text-center">
      <div className="mx-auto w-full max-w-105 grow pt-[12dvh] pb-10">
        <Logo className="mx-auto w-16" />
        <h1 className="mt-6 text-balance">{title}</h1>
        {children}
      </div>
      {footer}
    </div>
  );
}
