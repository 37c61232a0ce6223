import type { ComponentProps } from 'react';
import { classNames } from './styles.ts';

const variants = {
  plain: 'border-line bg-card shadow-card',
  accent: 'border-primary bg-card shadow-lifted',
  wash: 'border-line bg-linear-to-br from-sky to-card to-60% shadow-card',
  /** The ring thickens the border without shifting the content. */
  selected: 'border-accent bg-sky ring-1 ring-accent',
};

interface CardProps extends ComponentProps<'div'> {
  variant?: keyof typeof variants;
  as?: 'div' | 'section' | 'article' | 'li';
}

export function cardStyles(variant: keyof typeof variants, className?: string): string {
  return classNames('rounded-card border p-5', variants[variant], className);
}

export function Card({ variant = 'plain', as = 'div', className, ...rest }: CardProps) {
  // The cast is safe, because all possible elements take the same props.
  const Element = as as 'div';
  return <Element {...rest} className={cardStyles(variant, className)} />;
}
