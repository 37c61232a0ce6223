/** For those who look after the portal; what concerns the person in front of it is said on the page. */
export function log(message: string, facts: Record<string, unknown>): void {
  // biome-ignore lint/suspicious/noConsole: the one place from which a browser's log is written
  console.warn(message, facts);
}
