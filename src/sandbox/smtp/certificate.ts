import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates a self-signed certificate for localhost. Node has no API for that, so we build the X.509 structure ourselves.
 */
export function makeCertificate(now: Date): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(
    element(0x31, sequence(oid('550403'), element(0x0c, Buffer.from('Sandbox')))),
  );
  const signedContent = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now.getTime() - dayMs)), time(new Date(now.getTime() + 3650 * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(basicConstraints, subjectAltNames)),
  );
  const signature = sign('sha256', signedContent, privateKey);
  const bits = element(0x03, Buffer.concat([Buffer.of(0), signature]));
  const certificate = sequence(signedContent, ecdsaWithSha256, bits);
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const basicConstraints = sequence(
  oid('551d13'),
  element(0x04, sequence(element(0x01, Buffer.of(0xff)))),
);
const subjectAltNames = sequence(
  oid('551d11'),
  element(
    0x04,
    sequence(
      element(0x82, Buffer.from('localhost')),
      element(0x87, Buffer.of(127, 0, 0, 1)),
      element(0x87, Buffer.concat([Buffer.alloc(15), Buffer.of(1)])),
    ),
  ),
);

function element(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...contents: Buffer[]): Buffer {
  return element(0x30, ...contents);
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
  return element(0x18, Buffer.from(digits));
}
