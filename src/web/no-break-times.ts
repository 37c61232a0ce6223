import { writeTimesWith } from '../course/format-time.ts';

// Imported before all screens, because some of them format times as they load.
writeTimesWith('\u00a0');
