import { raceForChoices } from '../../../tests/support/choice-races.ts';

raceForChoices({ atOnce: 8, rounds: 2 });
