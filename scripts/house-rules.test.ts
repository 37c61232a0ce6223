import { expect, test } from 'vitest';
import { findBreaches, readSources } from './house-rules.ts';

function breachesOf(files: Record<string, string>): string[] {
  return findBreaches(new Map(Object.entries(files)));
}

function breach(from: string, specifier: string): string | undefined {
  return breachesOf({ [from]: `import { x } from '${specifier}';` })[0];
}

test('the house as it stands keeps its rules', () => {
  const sources = readSources();
  expect(sources.size).toBeGreaterThan(50);
  expect(findBreaches(sources)).toEqual([]);
});

test('the rules of the course import nothing, not even a package', () => {
  expect(breach('src/course/slots.ts', './course.ts')).toBeUndefined();
  expect(breach('src/course/slots.ts', '../contract/fields.ts')).toContain('may not see contract');
  expect(breach('src/course/slots.ts', 'zod')).toContain('import nothing');
});

test('imports go down the floors only', () => {
  expect(breach('src/contract/fields.ts', '../course/course.ts')).toBeUndefined();
  expect(breach('src/contract/fields.ts', '../server/settings.ts')).toBeDefined();
  expect(breach('src/web/call.ts', '../server/settings.ts')).toBeDefined();
  expect(breach('src/server/app.ts', '../web/call.ts')).toBeDefined();
  expect(breach('src/sandbox/page.ts', '../course/course.ts')).toBeDefined();
  expect(breach('src/server/app.ts', '../demo/cast.ts')).toBeDefined();
});

test('a server feature enters another through its queries or commands alone', () => {
  expect(breach('src/server/alumni/routes.ts', '../scheduling/queries.ts')).toBeUndefined();
  expect(breach('src/server/alumni/routes.ts', '../scheduling/messages.ts')).toBeDefined();
  expect(breach('src/server/http/serve.ts', '../alumni/queries.ts')).toBeDefined();
  expect(breach('src/server/alumni/routes.ts', '../app.ts')).toBeDefined();
});

test('server features do not depend on each other in a circle', () => {
  const circle = {
    'src/server/alumni/routes.ts': "import { x } from '../retreat/queries.ts';",
    'src/server/retreat/queries.ts': "import { x } from '../scheduling/queries.ts';",
    'src/server/scheduling/queries.ts': "import { x } from '../alumni/commands.ts';",
  };
  expect(breachesOf(circle)).toHaveLength(3);
});

test('only the composition root sees a vendor client', () => {
  const client = '../integrations/meetings/zoom-client.ts';
  expect(breach('src/server/main.ts', `./${client.slice(3)}`)).toBeUndefined();
  expect(breach('src/server/app.ts', `./${client.slice(3)}`)).toContain('vendor client');
  expect(breach('src/server/scheduling/jobs.ts', client)).toContain('vendor client');
  expect(
    breach('src/server/scheduling/jobs.ts', '../integrations/meetings/port.ts'),
  ).toBeUndefined();
});

test('a web feature sees the ground and the ui, never another feature', () => {
  expect(breach('src/web/alumni/classes-screen.tsx', '../ui/button.tsx')).toBeUndefined();
  expect(breach('src/web/alumni/classes-screen.tsx', '../call.ts')).toBeUndefined();
  expect(breach('src/web/alumni/classes-screen.tsx', '../sign-in/login-screen.tsx')).toBeDefined();
  expect(breach('src/web/alumni/classes-screen.tsx', '../app/router.tsx')).toBeDefined();
  expect(breach('src/web/ui/button.tsx', '../alumni/classes-screen.tsx')).toBeDefined();
  expect(breach('src/web/app/router.tsx', '../alumni/classes-screen.tsx')).toBeUndefined();
  expect(breach('src/web/call.ts', 'node:fs')).toBeDefined();
});

test('dynamic imports and re-exports count as imports', () => {
  const dynamic = { 'src/contract/a.ts': "const x = await import('../server/app.ts');" };
  const reExport = { 'src/contract/a.ts': "export * from '../server/app.ts';" };
  expect(breachesOf(dynamic)).toHaveLength(1);
  expect(breachesOf(reExport)).toHaveLength(1);
});

test('a file is at most 250 lines long and named in kebab-case', () => {
  expect(breachesOf({ 'src/server/big.ts': `${'\n'.repeat(250)}x` })[0]).toContain('251 lines');
  expect(breachesOf({ 'src/server/BigFile.ts': '' })[0]).toContain('kebab-case');
});
