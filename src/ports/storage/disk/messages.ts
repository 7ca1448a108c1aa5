import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { release } from '../../../base/release.ts';

/**
 * The form of an encrypted file:
 *
 *     "ATR1" · length of the header (2 bytes) · header (JSON: keyId, contentType) · salt (32 bytes) · pieces
 *
 * Each piece is 64 KiB of the object under AES-256-GCM, followed by its tag of 16 bytes. The key is the file's own,
 * HKDF-SHA256(secret, salt, object key), so that counting the pieces gives nonces that never repeat. A nonce is eleven
 * bytes of number and one that marks the last piece, which makes a shortened or re-ordered file fail (the STREAM
 * construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015). Header and object key are authenticated with every piece.
 */
export const magic = Buffer.from('ATR1', 'latin1');
export const saltLength = 32;
export const pieceLength = 64 * 1024;
export const tagLength = 16;
export const maxHeaderLength = 1024;

export interface Sealer {
  seal(piece: Uint8Array, isLast: boolean): Buffer;
  /** Throws when the piece is not what was sealed at this place. */
  open(sealed: Uint8Array, isLast: boolean): Buffer;
}

export interface SealerParts {
  readonly secret: string;
  readonly salt: Uint8Array;
  readonly objectKey: string;
  readonly header: Uint8Array;
}

/** Seals or opens the pieces of one file, in order. */
export function sealer(parts: SealerParts): Sealer {
  const key = Buffer.from(hkdfSync('sha256', parts.secret, parts.salt, `atrium storage 1 ${parts.objectKey}`, 32));
  const authenticated = Buffer.concat([parts.header, Buffer.from(parts.objectKey, 'utf8')]);
  let count = 0;
  const nextNonce = (isLast: boolean): Buffer => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(count, 7);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    count += 1;
    return nonce;
  };
  return {
    seal: (piece, isLast) => {
      const cipher = createCipheriv('aes-256-gcm', key, nextNonce(isLast));
      cipher.setAAD(authenticated);
      const hidden = cipher.update(piece);
      const sealed = Buffer.concat([hidden, cipher.final(), cipher.getAuthTag()]);
      release(hidden);
      return sealed;
    },
    open: (sealed, isLast) => {
      const decipher = createDecipheriv('aes-256-gcm', key, nextNonce(isLast), { authTagLength: tagLength });
      decipher.setAAD(authenticated);
      decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagLength)), decipher.final()]);
    },
  };
}

/** How many bytes of the object stand in that many bytes of pieces; undefined when no object gives that length. */
export function plainLength(sealedLength: number): number | undefined {
  const count = Math.max(1, Math.ceil(sealedLength / (pieceLength + tagLength)));
  const length = sealedLength - count * tagLength;
  return length >= 0 ? length : undefined;
}
