import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './styles.ts';

const variants = {
  plain: 'border-line bg-card shadow-card',
  accent: 'border-primary bg-card shadow-lifted',
  wash: 'border-line bg-linear-to-br from-sky to-card to-60% shadow-card',
};

interface CardProps extends ComponentProps<'div'> {
  variant?: keyof typeof variants;
  as?: 'div' | 'section' | 'li';
}

export function Card({ variant = 'plain', as = 'div', className, ...rest }: CardProps) {
  // The cast is safe, because all possible elements take the same props.
  const Element = as as 'div';
  return (
    <Element
      {...rest}
      className={classNames('rounded-card border p-5', variants[variant], className)}
    />
  );
}

interface SectionProps extends Omit<CardProps, 'id' | 'title'> {
  /** The id of the heading, not of the section. */
  id: string;
  title: ReactNode;
  isLarge?: boolean;
}

export function Section({ id, title, isLarge, children, ...rest }: SectionProps) {
  return (
    <Card as="section" aria-labelledby={id} {...rest}>
      <h2
        id={id}
        tabIndex={-1}
        className={isLarge ? 'heading mb-3 scroll-mt-4 [&+*]:mt-0!' : 'mb-2 font-semibold'}
      >
        {title}
      </h2>
      {children}
    </Card>
  );
}
