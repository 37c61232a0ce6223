import { readFileSync, writeFileSync } from 'node:fs';

interface Locked {
  version: string;
  integrity: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}

interface Lock {
  name: string;
  version: string;
  packages: Record<string, Locked>;
}

export function buildSbom(): void {
  const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(listPackages(lock), null, 2)}\n`);
}

/**
 * Lists the packages that a node needs, in CycloneDX. We don't use `npm sbom --omit dev`, because it leaves out
 * packages that a development package needs too, such as pg and zod.
 */
export function listPackages({ name, version, packages }: Lock) {
  const used = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: describe('application', name, version) },
    components: used.map(([path, { version, license, integrity }]) => ({
      ...describe('library', path.replace(/^.*node_modules\//, ''), version),
      // Two versions of a package can be installed, in different folders.
      'bom-ref': path,
      ...(license && { licenses: [{ expression: license }] }),
      hashes: [readHash(integrity)],
    })),
  };
}

function describe(type: string, name: string, version: string) {
  return { type, name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
}

/** Converts npm's `sha512-…` to CycloneDX's format. */
function readHash(integrity: string) {
  const [algorithm = '', hash = ''] = integrity.split('-');
  const content = Buffer.from(hash, 'base64').toString('hex');
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content };
}
