import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createWriteStream,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Headers, pack } from 'tar-fs';
import manifest from '../package.json' with { type: 'json' };
import { buildSbom, listPackages } from './build-sbom.ts';

/** Where the files of a release come from, by their path in it. */
const contents = {
  bin: 'node_modules/node/bin',
  'dist/server': 'dist/server',
  'dist/web': 'dist/web',
  'dist/server.js': 'dist/server.js',
  'dist/portal.js': 'dist/portal.js',
  'dist/sbom.cdx.json': 'dist/sbom.cdx.json',
  deploy: 'deploy',
  'install.sh': 'deploy/install.sh',
  portal: 'deploy/portal',
  '.env.example': '.env.example',
  'docs/operating.md': 'docs/operating.md',
  'docs/operating': 'docs/operating',
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
};

/** Files that we don't copy from `deploy`: they go in the root of the release, or hold an operator's secrets. */
const notInDeploy = /^deploy\/(?:install\.sh|portal|.*\.env|secrets)$/;

/** Every build uses the same time, so that the same commit makes the same file. */
const mtime = new Date('2000-01-01T00:00:00Z');

export function layOutRelease(parent: string, version = manifest.version): string {
  const folder = join(parent, `course-portal-${version}-${process.platform}-${process.arch}`);
  buildSbom();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [path, source] of Object.entries(contents)) {
    cpSync(source, join(folder, path), {
      recursive: true,
      filter: (file) => path !== 'deploy' || !notInDeploy.test(file),
    });
  }
  writeFileSync(join(folder, 'VERSION'), `${version}\n`);
  writeFileSync(join(folder, 'LICENSES-OF-PACKAGES'), collectLicenses());
  writeSums(folder, filesIn(folder));
  return folder;
}

export async function packRelease(folder: string): Promise<string> {
  const tarball = `${folder}.tar.gz`;
  const parent = join(folder, '..');
  const entries = filesIn(folder).map((file) => join(basename(folder), file));
  const map = ({ mode = 0, ...header }: Headers) => {
    return { ...header, mtime, uid: 0, gid: 0, mode: mode & 0o100 ? 0o755 : 0o644 };
  };
  const packed = pack(parent, { entries, map });
  await pipeline(packed, createGzip(), createWriteStream(tarball));
  writeSums(parent, [basename(tarball)]);
  return tarball;
}

/** Returns a sentence about the image, because many build machines can't make one. */
export function buildImage(folder: string, version = manifest.version): string {
  const tool = ['podman', 'buildah', 'docker'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
  if (!tool) return 'No image, because podman, buildah and docker are missing.';
  const image = `course-portal:${version}`;
  const options = ['build', '-f', join(folder, 'deploy/Containerfile'), '-t', image, folder];
  const { status, stderr } = spawnSync(tool, options, { encoding: 'utf8' });
  return status === 0
    ? `Made the image ${image}.`
    : `No image, because ${tool} failed: ${stderr.trim().split('\n').at(-1)}`;
}

/** These licenses require that every copy of the software includes their text. */
function collectLicenses(): string {
  const { components } = listPackages(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const folders = [
    'node_modules/node/node_modules/node-*',
    ...components.map((one) => one['bom-ref']),
  ];
  return folders
    .flatMap((folder) => globSync(`${folder}/{LICENSE,LICENCE,License,license}*`).sort())
    .map((file) => `${file.replace(/^.*node_modules\//, '')}\n\n${readFileSync(file, 'utf8')}\n\n`)
    .join('');
}

/** Includes hidden files and folders, such as dist/web/.server. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
}

function writeSums(folder: string, files: string[]): void {
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  const lines = files.map((file) => `${hashOf(file)}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}
