import { testLines } from '../../../../tests/support/line-races.ts';

testLines(60);
