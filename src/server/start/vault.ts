import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps short secrets of ours in the database so that who reads it alone learns nothing. */
export interface Vault {
  seal(secret: string): string;
  /** Throws where it was sealed under a key that is known no more. */
  open(sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** `secrets`: the one to seal with first, then those that something may still be sealed under. */
export function openVault(secrets: readonly string[]): Vault {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'atrium vault', 32)));
  return {
    seal(secret) {
      const [key] = keys;
      if (key === undefined) throw new Error('there is no key to seal with');
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const key of keys) {
        const opened = openWith(key, bytes);
        if (opened !== undefined) return opened;
      }
      throw new Error('a secret was sealed under a key that is known no more');
    },
  };
}

function openWith(key: Buffer, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
