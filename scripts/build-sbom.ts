import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

const target = 'dist/sbom.cdx.json';

/** Lists the packages in dist with their versions, licenses and hashes, from the lock file and without a network. */
export function buildSbom(): void {
  const { npm_execpath: npm } = process.env;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const asked = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync(command, [...first, ...asked], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Listing the packages failed.\n${stderr}`);
  writeFileSync(target, `${JSON.stringify(withoutChance(JSON.parse(stdout)), null, 2)}\n`);
}

interface Sbom {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
}

/** Leaves out what differs from build to build. npm names the component after its folder. */
function withoutChance({ serialNumber: _random, metadata, ...sbom }: Sbom) {
  const { timestamp: _now, component, ...rest } = metadata;
  return { ...sbom, metadata: { ...rest, component: { ...component, name: manifest.name } } };
}
