/** The ref of what takes the place of a button that was pressed, and with it the focus. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
