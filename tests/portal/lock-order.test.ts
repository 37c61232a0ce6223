import { raceForClasses } from '../support/class-races.ts';

raceForClasses({ decisions: 3, moves: 2, acts: 3 });
