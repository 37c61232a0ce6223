import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export type Sources = Map<string, string>;

const longestFile = 250;

export function readSources(): Sources {
  const files = globSync('{src,scripts,tests,bench,drills}/**/*.{ts,tsx,mjs}', {
    exclude: ['**/node_modules/**'],
  });
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Returns a sentence for each violation of the rules in ARCHITECTURE.md. */
export function findBreaches(sources: Sources): string[] {
  const imports = [...sources].flatMap(([file, text]) => importsOf(file, text));
  return [
    ...imports.flatMap(({ from, to }) => explain(from, to) ?? []),
    ...findCycles(imports),
    ...[...sources].flatMap(([file, text]) => checkFile(file, text)),
  ];
}

interface Import {
  from: string;
  to: string;
  isTypeOnly: boolean;
}

const specifiers =
  /(?<type>\bimport type [^'"]*?)?(?:\bfrom|\bimport)\s*\(?\s*['"](?<specifier>[^'"\s]+)['"]/g;

function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(specifiers)].map(({ groups = {} }) => {
    const { type, specifier = '' } = groups;
    const isOurs = specifier.startsWith('.');
    const to = isOurs ? normalize(join(dirname(from), specifier)) : specifier;
    return { from, to, isTypeOnly: type !== undefined };
  });
}

/**
 * For example, `src/server/accounts/routes.ts` is in layer `server`, folder `accounts`. Files outside `src` have no
 * layer.
 */
function placeOf(path: string) {
  const [root, layer = '', ...rest] = path.split('/');
  if (root !== 'src') return undefined;
  return { layer, folder: rest.length > 1 ? (rest[0] ?? '') : '', file: rest.at(-1) ?? '' };
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

function explain(from: string, to: string): string | undefined {
  const here = placeOf(from);
  const there = placeOf(to);
  const breach = there ? whyNot(here, there, isTest(from)) : here && whyNotPackage(here, to);
  return breach && `${from} imports ${to}: ${breach}`;
}

const isTest = (path: string) => path.includes('.test.');

function whyNotPackage({ layer }: Place, name: string): string | undefined {
  if (layer === 'course' && !name.startsWith('vitest') && !name.startsWith('fast-check')) {
    return 'course imports nothing';
  }
  if (layer === 'web' && name.startsWith('node:')) return 'the web runs in a browser';
  return undefined;
}

const layersBelow: Record<string, readonly string[]> = {
  course: ['course'],
  contract: ['contract', 'course'],
  server: ['server', 'contract', 'course'],
  web: ['web', 'contract', 'course'],
  sandbox: ['sandbox'],
  demo: ['demo', 'server', 'course'],
};

/** Even tests, scripts, benchmarks and drills import server features only through index.ts. */
function whyNot(here: Place | undefined, there: Place, isTest: boolean): string | undefined {
  const isOwnFolder = here?.layer === there.layer && here.folder === there.folder;
  if (isServerFeature(there) && !isOwnFolder && there.file !== 'index.ts') {
    return 'import a server feature only through its index.ts';
  }
  if (!here || isTest || isOwnFolder) return undefined;
  if (!layersBelow[here.layer]?.includes(there.layer)) {
    return `${here.layer} may not import ${there.layer}`;
  }
  if (here.layer !== there.layer) return undefined;
  if (here.layer === 'server') return whyNotOnServer(here, there);
  if (here.layer === 'web') return whyNotInWeb(here, there);
  return undefined;
}

const sharedOnServer = ['platform', 'http', 'database', 'jobs', 'integrations', 'messages'];
const isServerFeature = ({ layer, folder }: Place) =>
  layer === 'server' && folder !== '' && !sharedOnServer.includes(folder);

function whyNotOnServer(here: Place, there: Place): string | undefined {
  const isVendorClient = there.folder === 'integrations' && isClient(there);
  const place = here.folder ? `${here.folder}/${here.file}` : here.file;
  if (isVendorClient && !['main.ts', 'command-line/check.ts'].includes(place)) {
    return 'only main.ts and command-line/check.ts import a vendor client';
  }
  if (there.folder === '' && here.folder !== '') {
    return 'features and shared folders do not import the files that compose them';
  }
  if (isServerFeature(there) && here.folder !== '' && !isServerFeature(here)) {
    return `${here.folder} is shared, so it imports no feature`;
  }
  return undefined;
}

const isClient = ({ file }: Place) => !['port.ts', 'vendor-problem.ts'].includes(file);

function whyNotInWeb(here: Place, there: Place): string | undefined {
  if (['app', 'testing'].includes(here.folder) || here.file === 'main.tsx') return undefined;
  if (there.folder === '') return undefined;
  if (here.folder === '') return 'files beside main.tsx import no folder';
  if (here.folder === 'ui') return 'ui imports no feature';
  if (there.folder === 'ui') return undefined;
  if (['dashboard', 'public-pages'].includes(here.folder) && there.folder !== 'app')
    return undefined;
  return 'features do not import each other; app, dashboard and public-pages compose them';
}

/** Finds import cycles between server folders. Type imports don't count. */
function findCycles(imports: Import[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, isTypeOnly } of imports) {
    const [here, there] = [placeOf(from), placeOf(to)];
    if (isTypeOnly || isTest(from) || here?.layer !== 'server' || there?.layer !== 'server')
      continue;
    if (!here.folder || !there.folder || here.folder === there.folder) continue;
    edges.set(here.folder, (edges.get(here.folder) ?? new Set()).add(there.folder));
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...edges.keys()]
    .filter((folder) => reaches(folder, folder))
    .map((folder) => `src/server/${folder} depends on itself through other folders`);
}

function checkFile(file: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  const isKebab = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(file.split('/').at(-1) ?? '');
  return [
    ...(lines > longestFile ? [`${file} has ${lines} lines; ${longestFile} is the limit`] : []),
    ...(isKebab ? [] : [`${file} is not named in kebab-case`]),
    ...(writesRegistrations(file, text)
      ? [`${file} writes registrations: only ${stateFile} may`]
      : []),
    ...(opensPool(file, text) ? [`${file} opens a pool: use openPool from ${poolFile}`] : []),
  ];
}

const stateFile = 'src/server/schedule/registration-state.ts';
const registrationWrites =
  /(update|insert|delete)\(registrations\)|(updateRows|insertOne)\(\w+, registrations,|(insert into|update|delete from) \$\{registrations\}/;

function writesRegistrations(file: string, text: string): boolean {
  const isExempt = !file.startsWith('src/server/') || file === stateFile || isTest(file);
  return !isExempt && registrationWrites.test(text);
}

const poolFile = 'src/server/database/pool.ts';

function opensPool(file: string, text: string): boolean {
  return file.startsWith('src/server/') && file !== poolFile && /\bnew (pg\.)?Pool\(/.test(text);
}
