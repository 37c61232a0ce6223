import { writeTimesWith } from '../course/format-time.ts';

// Import this file before any screen, because some screens format times when they are imported.
writeTimesWith('\u00a0');
