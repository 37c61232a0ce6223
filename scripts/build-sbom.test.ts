import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { listPackages } from './build-sbom.ts';

const { components, metadata } = listPackages(
  JSON.parse(readFileSync('package-lock.json', 'utf8')),
);
const versions = Object.fromEntries(components.map(({ name, version }) => [name, version]));

test('the list of packages has every dependency, but none for development only', () => {
  expect(metadata.component).toMatchObject({ name: manifest.name, version: manifest.version });
  expect(versions).toMatchObject(manifest.dependencies);
  expect(Object.keys(manifest.devDependencies).filter((name) => name in versions)).toEqual([]);
});

test('each package has its hash and address in the registry’s notation, and no other address', () => {
  expect(components.find(({ name }) => name === '@fastify/cookie')).toMatchObject({
    purl: `pkg:npm/%40fastify/cookie@${manifest.dependencies['@fastify/cookie']}`,
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  expect(
    components.filter(({ hashes }) => !/^[0-9a-f]{40,}$/.test(hashes[0]?.content ?? '')),
  ).toEqual([]);
  expect(JSON.stringify(components)).not.toMatch(/https?:/);
});
