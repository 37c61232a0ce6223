import type { ComponentProps } from 'react';
import { classNames } from './styles.ts';

const variants = {
  plain: 'border-line bg-card shadow-card',
  /** Set apart from its neighbours by a soft blue edge. */
  accent: 'border-primary bg-card shadow-lifted',
  /** Begins in the colour of the sky. */
  wash: 'border-line bg-linear-to-br from-sky to-card to-60% shadow-card',
  /** Chosen; the ring thickens the edge without moving what is inside. */
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
  // The elements offered differ only in meaning, so one type of props serves them all.
  const Element = as as 'div';
  return <Element {...rest} className={cardStyles(variant, className)} />;
}
