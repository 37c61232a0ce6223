import { raceForPeople } from '../support/lock-order-races.ts';

raceForPeople({ resets: 8, moves: 20, erasures: 12, returns: 4 });
