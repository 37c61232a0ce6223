import { raceForPeople } from '../support/lock-order-races.ts';

raceForPeople({ resets: 2, moves: 4, erasures: 3, returns: 2 });
