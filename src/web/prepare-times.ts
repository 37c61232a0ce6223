/**
 * A script of its own, which the server names in pages with times on them: the first formatter takes a browser longer than
 * all others, and it is made here while the other scripts are still on their way.
 */
new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles' }).format();
