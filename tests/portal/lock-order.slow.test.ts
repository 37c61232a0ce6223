import { raceForClasses } from '../support/lock-order-races.ts';

raceForClasses({ decisions: 201, moves: 24, acts: 9 });
