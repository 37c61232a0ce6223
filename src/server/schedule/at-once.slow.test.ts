import { raceForChoices } from '../../../tests/support/choice-races.ts';

raceForChoices({ atOnce: 64, rounds: 12 });
