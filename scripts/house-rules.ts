import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Source files by their path from the root, such as `src/course/slots.ts`. */
export type Sources = Map<string, string>;

const longestFile = 250;

export function readSources(): Sources {
  const files = globSync('{src,scripts,tests,bench}/**/*.{ts,tsx,mjs}', {
    exclude: ['**/node_modules/**'],
  });
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Everything that breaks the rules of ARCHITECTURE.md, one sentence each. */
export function findBreaches(sources: Sources): string[] {
  const imports = [...sources]
    .filter(([file]) => file.startsWith('src/') && !file.includes('.test.'))
    .flatMap(([file, text]) => importsOf(file, text));
  return [
    ...imports.flatMap(({ from, to }) => explain(from, to) ?? []),
    ...findFeatureCycles(imports),
    ...[...sources].flatMap(([file, text]) => checkFile(file, text)),
  ];
}

interface Import {
  from: string;
  to: string;
}

function importsOf(from: string, text: string): Import[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...specifiers].map(([, specifier = '']) => {
    const isOurs = specifier.startsWith('.');
    return { from, to: isOurs ? normalize(join(dirname(from), specifier)) : specifier };
  });
}

/** A place in the house: `src/server/sign-in/routes.ts` is floor server, room sign-in. */
function placeOf(path: string) {
  const [root, floor = '', ...rest] = path.split('/');
  if (root !== 'src') return undefined;
  return { floor, room: rest.length > 1 ? (rest[0] ?? '') : '', file: rest.at(-1) ?? '' };
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

function explain(from: string, to: string): string | undefined {
  const here = placeOf(from);
  const there = placeOf(to);
  if (!here) return undefined;
  const breach = there ? whyNot(here, there) : whyNotPackage(here, to);
  return breach && `${from} imports ${to}: ${breach}`;
}

function whyNotPackage(here: Place, name: string): string | undefined {
  if (here.floor === 'course') return 'the rules of the course import nothing';
  if (here.floor === 'web' && name.startsWith('node:')) return 'the web runs in a browser';
  return undefined;
}

const below: Record<string, readonly string[]> = {
  course: ['course'],
  contract: ['contract', 'course'],
  server: ['server', 'contract', 'course'],
  web: ['web', 'contract', 'course'],
  sandbox: ['sandbox'],
  demo: ['demo', 'server', 'course'],
};

function whyNot(here: Place, there: Place): string | undefined {
  if (!below[here.floor]?.includes(there.floor)) return `${here.floor} may not see ${there.floor}`;
  if (here.floor !== there.floor) return undefined;
  if (here.floor === 'server') return whyNotOnServer(here, there);
  if (here.floor === 'web') return whyNotInWeb(here, there);
  return undefined;
}

const serverGround = ['http', 'jobs', 'database', 'integrations'];
const isServerFeature = ({ floor, room }: Place) =>
  floor === 'server' && room !== '' && !serverGround.includes(room);

function whyNotOnServer(here: Place, there: Place): string | undefined {
  const isRoot = here.room === '';
  if (there.room === 'integrations' && here.room !== 'integrations' && there.file !== 'port.ts') {
    return here.file === 'main.ts' && isRoot ? undefined : 'only main.ts sees a vendor client';
  }
  if (isRoot || here.room === there.room) return undefined;
  if (there.file === 'app.ts' || there.file === 'main.ts')
    return 'rooms do not know the composition';
  if (!isServerFeature(there)) return undefined;
  if (!isServerFeature(here)) return `${here.room} serves the features and does not know them`;
  const isDoor = there.file === 'queries.ts' || there.file === 'commands.ts';
  return isDoor ? undefined : 'another feature is entered through its queries or commands';
}

function whyNotInWeb(here: Place, there: Place): string | undefined {
  if (here.room === 'app' || here.file === 'main.tsx') return undefined;
  if (there.room === '' || here.room === there.room) return undefined;
  if (here.room === '') return 'the ground of the web knows no room';
  if (here.room === 'ui') return 'ui knows no feature';
  return there.room === 'ui' ? undefined : 'a feature does not know another; web/app composes';
}

function findFeatureCycles(imports: Import[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [here, there] = [placeOf(from), placeOf(to)];
    if (!here || !there || !isServerFeature(here) || !isServerFeature(there)) continue;
    if (here.room !== there.room)
      edges.set(here.room, (edges.get(here.room) ?? new Set()).add(there.room));
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...edges.keys()]
    .filter((room) => reaches(room, room))
    .map((room) => `src/server/${room} depends on itself through other features`);
}

function checkFile(file: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  const isKebab = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(file.split('/').at(-1) ?? '');
  return [
    ...(lines > longestFile ? [`${file} has ${lines} lines; ${longestFile} is the limit`] : []),
    ...(isKebab ? [] : [`${file} is not named in kebab-case`]),
  ];
}
