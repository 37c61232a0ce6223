import type { ComponentType, Ref } from 'react';

export interface NumberHandle {
  /**
   * Saves a number that was typed. False where that failed, or where there is none and one is needed: the field then says
   * what is missing, and has the focus.
   */
  settle: (isNeeded: boolean) => Promise<boolean>;
}

export interface NumberProps {
  ref?: Ref<NumberHandle>;
  /** Texts are wanted: whoever has no number is asked for one. */
  isNeeded: boolean;
  /** After it was saved by the field's own button. */
  onSaved?: () => void;
  /** After the field was closed and the number left as it was. */
  onLeft?: () => void;
}

/** The place of one's own number on a page that sends texts to it. */
export type NumberSlot = ComponentType<NumberProps>;
