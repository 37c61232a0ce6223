import { raceForPlans } from '../../../tests/support/plan-races.ts';

raceForPlans({ rounds: 2 });
