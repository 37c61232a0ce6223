import { expect, test } from 'vitest';
import { VendorProblem } from '../platform/vendor-problem.ts';

test('a vendor’s message is masked, in the error and in its stack', () => {
  const problem = new VendorProblem('refused', '(3001) No ada@example.org with +12025550190');
  expect(problem.message).toBe('(3001) No ••• with •••');
  expect(problem.stack).toContain('(3001) No ••• with •••');
  expect(problem.stack).not.toMatch(/ada|0190/);
});
