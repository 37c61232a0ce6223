import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute and more, though they are short: they wait for processes, for jobs or for each other. Vitest
 * knows by itself how long a file took last time, and in a fresh clone begins with the largest ones.
 */
export const longFiles = [
  'src/server/reminders/thousand.test.ts',
  'tests/portal/lock-order.test.ts',
  'tests/portal/lock-order-of-people.test.ts',
  'tests/portal/nodes.test.ts',
  'src/server/scheduling/at-once.test.ts',
  'src/demo/start.test.ts',
  'tests/portal/killed-node.test.ts',
  'src/server/jobs/silent-connections.test.ts',
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
