import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAnswer, PasskeyCreated } from '../../protocol/proof.ts';

/** A device that makes passkeys and answers with them, as a browser at that origin hands them on (WebAuthn, ES256). */
export interface Authenticator {
  create(options: { readonly challenge: string }): PasskeyCreated;
  answer(options: { readonly challenge: string }): PasskeyAnswer;
}

export function openAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const rpId = createHash('sha256').update(new URL(origin).hostname).digest();
  let counter = 0;
  const shared = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  const clientData = (type: string, challenge: string): Buffer => Buffer.from(JSON.stringify({ type, challenge, origin }));
  const authenticatorData = (flags: number, more: Buffer): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpId, Buffer.from([flags]), count, more]);
  };
  return {
    create({ challenge }) {
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const data = authenticatorData(presentWithKey, credential);
      // {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      };
      return { ...shared, response };
    },
    answer({ challenge }) {
      const [client, data] = [clientData('webauthn.get', challenge), authenticatorData(present, Buffer.alloc(0))];
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return { ...shared, response };
    },
  };
}

const present = 0x01;
const presentWithKey = 0x41;

/* CBOR (RFC 8949), as much of it as a passkey is written in. */

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major | length]);
  return length < 256 ? Buffer.from([major | 24, length]) : Buffer.from([major | 25, length >> 8, length & 255]);
}

const bytes = (value: Buffer): Buffer => Buffer.concat([head(0x40, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(0x60, value.length), Buffer.from(value)]);

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key of P-256 for ES256 (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [left, right] = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    left ?? Buffer.alloc(0),
    Buffer.from([0x22]),
    right ?? Buffer.alloc(0),
  ]);
}
