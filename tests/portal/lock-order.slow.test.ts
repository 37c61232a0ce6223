import { raceForClasses } from '../support/class-races.ts';

raceForClasses({ decisions: 201, moves: 24, acts: 9 });
