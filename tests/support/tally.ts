import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestCase as Journey, TestResult } from '@playwright/test/reporter';
import type { TestCase, TestModule } from 'vitest/node';

/** Writes a line for each test in either runner, so that `npm test` can count the tests and name the failed ones. */
export default class Tally {
  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed' || state === 'failed')
      note(state === 'passed', test.module.moduleId, test.fullName);
  }

  /** Vitest calls this for a file, which can also fail outside its tests. */
  onTestModuleEnd(module: TestModule): void {
    for (const { message } of module.errors()) note(false, module.moduleId, message);
  }

  onTestEnd(journey: Journey, { status }: TestResult): void {
    if (status !== 'skipped') note(status === 'passed', journey.location.file, journey.title);
  }
}

function note(hasPassed: boolean, file: string, title: string): void {
  const line = hasPassed ? 'passed' : `${relative('.', file)}: ${title.replaceAll('\n', ' ')}`;
  if (process.env.TALLY) appendFileSync(process.env.TALLY, `${line}\n`);
}
