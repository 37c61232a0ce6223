import type { ComponentType, Ref } from 'react';

export interface NumberHandle {
  /** Saves a typed number. False if that failed or a needed number is missing; the field then shows why and has the focus. */
  settle: (isNeeded: boolean) => Promise<boolean>;
}

export interface NumberProps {
  ref?: Ref<NumberHandle>;
  /** The person wants texts, so a number is required. */
  isNeeded: boolean;
  /** After saving with the field's own button. */
  onSaved?: () => void;
  /** After closing the field without a change. */
  onLeft?: () => void;
}

/** A slot for the user's own phone number, because features don't import each other. */
export type NumberSlot = ComponentType<NumberProps>;
