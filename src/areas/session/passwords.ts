import { hash, verify, type Options } from '@node-rs/argon2';

/** Keeps passwords as argon2id hashes and compares them. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash (nobody has that name) it answers false after the
   * same work, so that the time tells nothing about who is a client.
   */
  verify(hashed: string | undefined, password: string): Promise<boolean>;
}

/**
 * OWASP password storage, argon2id: 19 MiB, two passes, one lane. The package's names for the algorithms are a const
 * enum, which cannot be imported where types are stripped: 2 is argon2id.
 */
const strength: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** A hash of the same strength that no password is known to. */
const nobodysHash = hash(crypto.randomUUID(), strength);

export const passwords: Passwords = {
  hash: (password) => hash(password, strength),
  async verify(hashed, password) {
    const matches = await verify(hashed ?? (await nobodysHash), password);
    return matches && hashed !== undefined;
  },
};
