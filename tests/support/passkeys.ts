import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { sha256 } from '../../src/server/platform/tokens.ts';
import type { openClient } from './client.ts';

type Client = ReturnType<typeof openClient>;

interface Forgery {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  isVerified?: boolean;
  key?: ReturnType<typeof newKey>;
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64 = (bytes: Buffer | Uint8Array) => Buffer.from(bytes).toString('base64url');

export function openAuthenticator(portal: { url: string }) {
  const ownKey = newKey();
  const credentialId = randomBytes(32);
  const id = base64(credentialId);
  let used = 0;

  const clientData = (type: string, asked: string, forgery: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: forgery.challenge ?? asked,
        origin: forgery.origin ?? portal.url,
        crossOrigin: false,
      }),
    );

  function authenticatorData(flags: number, { rpId, counter, isVerified = true }: Forgery) {
    const count = Buffer.alloc(4);
    used += 1;
    count.writeUInt32BE(counter ?? used);
    const host = rpId ?? new URL(portal.url).hostname;
    const allFlags = Buffer.from([flags | 1 | (isVerified ? 4 : 0)]);
    return Buffer.concat([sha256(host), allFlags, count]);
  }

  function publicKey(): Uint8Array {
    const { x = '', y = '' } = ownKey.publicKey.export({ format: 'jwk' });
    const bytes = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
    const parts: [number, number | Uint8Array][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ];
    return isoCBOR.encode(new Map(parts));
  }

  return {
    id,
    key: newKey,

    create(challenge: string, forgery: Forgery = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, publicKey()]);
      const authData = Buffer.concat([authenticatorData(0x40, forgery), attested]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const response = {
        clientDataJSON: base64(clientData('webauthn.create', challenge, forgery)),
        attestationObject: base64(isoCBOR.encode(attestation)),
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },

    get(challenge: string, forgery: Forgery = {}) {
      const data = authenticatorData(0, forgery);
      const json = clientData('webauthn.get', challenge, forgery);
      const { privateKey } = forgery.key ?? ownKey;
      const response = {
        clientDataJSON: base64(json),
        authenticatorData: base64(data),
        signature: base64(sign('sha256', Buffer.concat([data, sha256(json)]), privateKey)),
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },

    async add(client: Client, forgery?: Forgery) {
      const { status, body } = await client.post('/api/account/passkeys/options');
      if (status !== 200) return { status, body };
      const response = this.create(body.options.challenge, forgery);
      return client.post('/api/account/passkeys', { response });
    },

    async signIn(client: Client, forgery?: Forgery) {
      const { body } = await client.post('/api/auth/passkey/options');
      const response = this.get(body.options.challenge, forgery);
      return client.post('/api/auth/passkey', { response });
    },
  };
}
