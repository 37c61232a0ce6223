import type { ComponentType, Ref } from 'react';

export interface NumberHandle {
  /**
   * Saves the typed number. Resolves to false if saving failed or a required number is missing. The field then shows
   * the error and takes focus.
   */
  settle: (isNeeded: boolean) => Promise<boolean>;
}

export interface NumberProps {
  ref?: Ref<NumberHandle>;
  /** True if the person opted in to texts, which makes the number required. */
  isNeeded: boolean;
  /** Called after saving with the field's own button. */
  onSaved?: () => void;
  /** Called after closing the field without a change. */
  onLeft?: () => void;
}

/** The component for the user's own phone number, passed as a prop because features can't import each other. */
export type NumberSlot = ComponentType<NumberProps>;
