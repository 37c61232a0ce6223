export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The three weights of a button, and the style of one that destroys something. */
export const buttonVariants = {
  primary:
    'border-transparent bg-primary font-semibold text-primary-ink hover:bg-primary-deep disabled:bg-neutral-soft',
  quiet:
    'border-line-strong bg-card font-semibold text-ink hover:border-accent hover:bg-sky disabled:border-transparent disabled:bg-transparent',
  /** Has no side borders, so that a negative margin as wide as the padding aligns the label with the text above. */
  plain:
    'not-forced-colors:border-x-0 border-transparent font-medium text-link hover:bg-neutral-soft hover:text-ink',
  /** Confirms something that can't be undone, or opens that confirmation. In rows, a `plain` button opens it. */
  danger:
    'border-danger/50 bg-card font-semibold text-danger hover:border-danger hover:bg-danger-soft disabled:border-transparent disabled:bg-transparent',
};

export const buttonSizes = {
  medium: 'min-h-12 px-5 py-2.5',
  slim: 'min-h-11 px-2 sm:px-3',
  tight: 'min-h-11 px-2 py-1 text-sm pointer-fine:min-h-8',
  small: 'min-h-11 px-3.5 py-1.5 text-sm pointer-fine:min-h-9',
};

export interface ButtonStyle {
  variant?: keyof typeof buttonVariants | undefined;
  size?: keyof typeof buttonSizes | undefined;
  className?: string | undefined;
}

export function buttonStyles(style: ButtonStyle = {}): string {
  const { variant = 'primary', size = 'medium', className } = style;
  return classNames(
    'inline-flex select-none items-center justify-center gap-2 rounded-control border text-center transition-colors',
    'disabled:pointer-events-none disabled:text-muted aria-disabled:pointer-events-none aria-disabled:opacity-70',
    buttonVariants[variant],
    buttonSizes[size],
    className,
  );
}
