import { writeTimesWith } from '../course/format-time.ts';

// Imported before all screens, some of which write times as they load.
writeTimesWith('\u00a0');
