import { raceForClasses } from '../support/lock-order-races.ts';

raceForClasses({ decisions: 3, moves: 2, acts: 3 });
