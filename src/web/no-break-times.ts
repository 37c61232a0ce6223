import { writeTimesWith } from '../course/space-in-times.ts';

// Imported before all screens, some of which write times as they load.
writeTimesWith('\u00a0');
