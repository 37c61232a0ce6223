import type { ReactNode } from 'react';
import { pathOfPerson } from '../../course/pages.ts';
import { TextLink } from './text-link.tsx';

/** Somebody's name, which leads to their page. */
export function PersonLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <TextLink
      href={pathOfPerson(id)}
      className="inline-block min-h-11 content-center pointer-fine:min-h-0"
    >
      {children}
    </TextLink>
  );
}
