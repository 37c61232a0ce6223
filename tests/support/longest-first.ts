import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute and more, though they are short: they wait for processes, for jobs or for each other. Vitest
 * knows by itself how long a file took last time, and in a fresh clone begins with the largest ones.
 */
export const longFiles = [
  'src/server/reminders/thousand.slow.test.ts',
  'tests/portal/lock-order.slow.test.ts',
  'tests/portal/lock-order-of-people.slow.test.ts',
  'tests/portal/nodes.slow.test.ts',
  'src/server/scheduling/at-once.slow.test.ts',
  'src/demo/start.slow.test.ts',
  'tests/portal/killed-node.slow.test.ts',
  'src/server/jobs/silent-connections.slow.test.ts',
];

/** Each project begins with its long files: the others run beside them, and none is waited for at the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...ofProjects.values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ]);
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return longFiles.some((file) => moduleId.endsWith(file));
}
