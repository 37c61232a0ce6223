import { writeTimesWith } from '../course/format-time.ts';

// Must be imported before all screens, because some of them format times while they load.
writeTimesWith('\u00a0');
