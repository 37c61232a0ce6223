import { writeTimesWith } from '../course/format-time.ts';

// Must be imported before any screen, because some screens format times as soon as they are imported.
writeTimesWith('\u00a0');
