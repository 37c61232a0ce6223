import { raceForPeople } from '../support/people-races.ts';

raceForPeople({ resets: 2, moves: 4, erasures: 3, returns: 2 });
