import { expect, test } from 'vitest';
import { findBreaches, readSources } from './import-rules.ts';

function breachesOf(files: Record<string, string>): string[] {
  return findBreaches(new Map(Object.entries(files)));
}

function breach(from: string, specifier: string): string | undefined {
  return breachesOf({ [from]: `import { x } from '${specifier}';` })[0];
}

test('the code follows the rules', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(50);
  expect(findBreaches(sources)).toEqual([]);
});

test('course imports nothing, not even a package', () => {
  expect(breach('src/course/slots.ts', './course.ts')).toBeUndefined();
  expect(breach('src/course/slots.ts', '../contract/fields.ts')).toContain(
    'may not import contract',
  );
  expect(breach('src/course/slots.ts', 'zod')).toContain('imports nothing');
});

test('imports only go down the layers', () => {
  expect(breach('src/contract/fields.ts', '../course/course.ts')).toBeUndefined();
  expect(breach('src/contract/fields.ts', '../server/platform/settings.ts')).toBeDefined();
  expect(breach('src/web/api.ts', '../server/platform/settings.ts')).toBeDefined();
  expect(breach('src/server/app.ts', '../web/api.ts')).toBeDefined();
  expect(breach('src/sandbox/page.ts', '../course/course.ts')).toBeDefined();
  expect(breach('src/server/app.ts', '../demo/people.ts')).toBeDefined();
});

test('everyone imports a server feature only through its index', () => {
  expect(breach('src/server/alumni/routes.ts', '../scheduling/index.ts')).toBeUndefined();
  for (const [from, to] of [
    ['src/server/alumni/routes.ts', '../scheduling/queries.ts'],
    ['src/server/app.ts', './scheduling/routes.ts'],
    ['src/server/worker.ts', './scheduling/jobs.ts'],
    ['src/server/main.ts', './scheduling/jobs.ts'],
    ['src/server/alumni/alumni.test.ts', '../scheduling/queries.ts'],
    ['src/demo/start.ts', '../server/scheduling/queries.ts'],
    ['tests/support/portal.ts', '../../src/server/scheduling/queries.ts'],
  ] as const) {
    expect(breach(from, to)).toContain('through its index.ts');
  }
});

test('shared server folders import no feature, and nothing imports the composing files', () => {
  expect(breach('src/server/http/serve.ts', '../alumni/index.ts')).toContain('imports no feature');
  expect(breach('src/server/messages/a.ts', '../people/index.ts')).toContain('imports no feature');
  expect(breach('src/server/alumni/routes.ts', '../app.ts')).toContain('compose them');
  expect(breach('src/server/http/serve.ts', '../worker.ts')).toContain('compose them');
  expect(breach('src/server/alumni/routes.ts', '../platform/settings.ts')).toBeUndefined();
});

test('server folders have no import cycles', () => {
  const features = {
    'src/server/alumni/routes.ts': "import { x } from '../retreats/index.ts';",
    'src/server/retreats/queries.ts': "import { x } from '../scheduling/index.ts';",
    'src/server/scheduling/queries.ts': "import { x } from '../alumni/index.ts';",
  };
  expect(breachesOf(features)).toHaveLength(3);
  const shared = {
    'src/server/platform/a.ts': "import { x } from '../jobs/queue.ts';",
    'src/server/jobs/queue.ts': "import { x } from '../platform/log.ts';",
  };
  expect(breachesOf(shared)).toHaveLength(2);
  const types = {
    ...shared,
    'src/server/platform/a.ts': "import type { X } from '../jobs/queue.ts';",
  };
  expect(breachesOf(types)).toEqual([]);
});

test('only main.ts and the command line import a vendor client', () => {
  const client = '../integrations/meetings/zoom-client.ts';
  expect(breach('src/server/main.ts', `./${client.slice(3)}`)).toBeUndefined();
  expect(breach('src/server/command-line/check.ts', client)).toBeUndefined();
  expect(breach('src/server/command-line/run.ts', client)).toContain('vendor client');
  expect(breach('src/server/app.ts', `./${client.slice(3)}`)).toContain('vendor client');
  expect(breach('src/server/scheduling/jobs.ts', client)).toContain('vendor client');
  expect(
    breach('src/server/scheduling/jobs.ts', '../integrations/meetings/port.ts'),
  ).toBeUndefined();
});

test('a web feature imports ui and the files beside main.tsx, never another feature', () => {
  expect(breach('src/web/alumni/classes-screen.tsx', '../ui/button.tsx')).toBeUndefined();
  expect(breach('src/web/alumni/classes-screen.tsx', '../api.ts')).toBeUndefined();
  expect(breach('src/web/alumni/classes-screen.tsx', '../sign-in/login-screen.tsx')).toBeDefined();
  expect(breach('src/web/alumni/classes-screen.tsx', '../app/router.tsx')).toBeDefined();
  expect(breach('src/web/ui/button.tsx', '../alumni/classes-screen.tsx')).toBeDefined();
  expect(breach('src/web/app/router.tsx', '../alumni/classes-screen.tsx')).toBeUndefined();
  expect(breach('src/web/dashboard/classes-tab.tsx', '../classes/queries.ts')).toBeUndefined();
  expect(breach('src/web/public-pages/help.tsx', '../classes/queries.ts')).toBeUndefined();
  expect(breach('src/web/dashboard/classes-tab.tsx', '../app/router.tsx')).toBeDefined();
  expect(breach('src/web/classes/queries.ts', '../dashboard/classes-tab.tsx')).toBeDefined();
  expect(breach('src/web/api.ts', '../alumni/classes-screen.tsx')).toBeDefined();
  expect(breach('src/web/api.ts', 'node:fs')).toBeDefined();
});

test('dynamic imports and re-exports count as imports', () => {
  const dynamic = { 'src/contract/a.ts': "const x = await import('../server/app.ts');" };
  const reExport = { 'src/contract/a.ts': "export * from '../server/app.ts';" };
  expect(breachesOf(dynamic)).toHaveLength(1);
  expect(breachesOf(reExport)).toHaveLength(1);
});

test('the server opens its pool in one place', () => {
  const pool = 'const pool = new pg.Pool({});';
  expect(breachesOf({ 'src/server/jobs/locks.ts': pool })).toHaveLength(1);
  expect(breachesOf({ 'src/server/database/pool.ts': pool })).toEqual([]);
});

test('the server writes registrations in one place', () => {
  for (const write of [
    'transaction.update(registrations).set({})',
    'updateRows(transaction, registrations, { id }, {})',
    `sql\`insert into \${registrations} (id)\``,
  ]) {
    expect(breachesOf({ 'src/server/people/commands.ts': write })).toHaveLength(1);
    expect(breachesOf({ 'src/server/schedule/registration-state.ts': write })).toEqual([]);
  }
});

test('a file is at most 250 lines long and named in kebab-case', () => {
  expect(breachesOf({ 'src/server/big.ts': `${'\n'.repeat(250)}x` })[0]).toContain('251 lines');
  expect(breachesOf({ 'src/server/BigFile.ts': '' })[0]).toContain('kebab-case');
});
