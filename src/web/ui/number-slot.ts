import type { ComponentType, Ref } from 'react';

export interface NumberHandle {
  /**
   * Saves the typed number. If saving fails or a required number is missing, shows the error, focuses the field, and
   * resolves to false.
   */
  settle: (isNeeded: boolean) => Promise<boolean>;
}

export interface NumberProps {
  ref?: Ref<NumberHandle>;
  isNeeded: boolean;
  onSaved?: () => void;
  onLeft?: () => void;
}

/** The phone number field, passed as a prop because features can't import each other. */
export type NumberSlot = ComponentType<NumberProps>;
