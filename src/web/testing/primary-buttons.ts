export const isPrimary = ({ className }: HTMLElement) => /(^| )bg-primary( |$)/.test(className);

/**
 * The labels of the page's primary buttons, each after its class. Leaves out the bar at the bottom of the schedule,
 * which is hidden while the next class's button is in view.
 */
export const primaryButtons = () =>
  [...document.querySelectorAll<HTMLElement>('main :is(a, button)')]
    .filter((button) => isPrimary(button) && !button.closest('[aria-label="Your next class"]'))
    .map((button) => {
      const [name] = /^Class \d+/.exec(button.closest('li')?.textContent ?? '') ?? [];
      const label = button.firstChild?.textContent?.trim();
      return name ? `${name}: ${label}` : label;
    });
