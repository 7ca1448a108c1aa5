import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { z } from 'zod';

/** What a browser holds of its subscription. */
interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
  readonly privateKey: Buffer;
}

const saltBytes = 16;
const tagBytes = 16;
const headBytes = 21;

/** Reads a message as the browser does (RFC 8291 §3.4, RFC 8188 §2), of one record; undefined where it was not sealed for it. */
export function opened(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string | undefined {
  if (body.length < headBytes) return undefined;
  const salt = body.subarray(0, saltBytes);
  const idBytes = body.readUInt8(headBytes - 1);
  const sender = body.subarray(headBytes, headBytes + idBytes);
  const sealed = body.subarray(headBytes + idBytes);
  if (sealed.length <= tagBytes) return undefined;
  try {
    const own = createECDH('prime256v1');
    own.setPrivateKey(privateKey);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender]);
    const shared = hkdfSync('sha256', own.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32);
    const derive = (name: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    // The last record ends with a 2, and zeros that fill it up.
    const end = plain.lastIndexOf(2);
    return end === -1 ? undefined : plain.subarray(0, end).toString('utf8');
  } catch {
    return undefined;
  }
}

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) });
const mostLifeSeconds = 86_400;

/** Whose key has signed it for this service (RFC 8292 §2 and §3); undefined where nobody has. */
export function signerOf(authorization: string | undefined, audience: string): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]{1,2000}), ?k=([\w-]{1,200})$/.exec(authorization ?? '') ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return undefined;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as Record<string, string>, format: 'jwk' });
    const told = claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: signer, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const left = told.exp - Date.now() / 1000;
    return isSigned && told.aud === audience && left > 0 && left <= mostLifeSeconds ? key : undefined;
  } catch {
    return undefined;
  }
}
