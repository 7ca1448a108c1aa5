import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp, bech32, bech32m } from '@scure/base';

/*
 * Addresses of chains with their checksums: what was mistyped is refused before anything is sent to nobody. Sources: Bitcoin's base58check,
 * BIP 173 and BIP 350 (bech32, bech32m), EIP-55 (mixed case), and the XRP Ledger's address encodings.
 */

export const addressNetworks = ['Bitcoin', 'Omni', 'Ethereum', 'BNB Smart Chain', 'XRP Ledger', 'Dogecoin', 'Litecoin'] as const;
export type AddressNetwork = (typeof addressNetworks)[number];

/** Whether it is written as an address there, checksum and all; whether there is one, the chain alone knows. */
export function isChainAddress(network: AddressNetwork, text: string): boolean {
  return text.length <= mostLetters && checks[network](text);
}

const mostLetters = 90;

const checks: Readonly<Record<AddressNetwork, (text: string) => boolean>> = {
  Bitcoin: (text) => isVersioned(text, [0x00, 0x05]) || isWitness(text, 'bc'),
  // Its tokens lie on Bitcoin's older addresses.
  Omni: (text) => isVersioned(text, [0x00, 0x05]),
  Ethereum: isHexAddress,
  'BNB Smart Chain': isHexAddress,
  'XRP Ledger': (text) => isVersioned(text, [0x00], base58xrp),
  Dogecoin: (text) => isVersioned(text, [0x1e, 0x16]),
  // 0x05 is its old form of 0x32, which Bitcoin has too.
  Litecoin: (text) => isVersioned(text, [0x30, 0x32, 0x05]) || isWitness(text, 'ltc'),
};

/** A byte for the kind, twenty of a hash, and four that check them. */
const versionedBytes = 21;

function isVersioned(text: string, versions: readonly number[], alphabet: typeof base58 = base58): boolean {
  const decoded = decodedBy(() => alphabet.decode(text)) ?? new Uint8Array();
  const [payload, check] = [decoded.slice(0, versionedBytes), decoded.slice(versionedBytes)];
  const expected = sha256(sha256(payload));
  const isWhole = check.length === 4 && check.every((byte, at) => byte === expected[at]);
  return isWhole && versions.includes(payload[0] ?? -1);
}

/** BIP 141: versions 0 to 16; version 0 is of 20 or 32 bytes and written by the older checksum. */
function isWitness(text: string, prefix: string): boolean {
  return [bech32, bech32m].some((coding) => {
    const decoded = decodedBy(() => coding.decode(text as `${string}1${string}`));
    const [version, ...words] = decoded?.words ?? [];
    const program = decodedBy(() => coding.fromWords(words));
    if (decoded?.prefix !== prefix || version === undefined || version > 16 || !program) return false;
    if (version === 0) return coding === bech32 && (program.length === 20 || program.length === 32);
    return coding === bech32m && program.length >= 2 && program.length <= 40;
  });
}

/** EIP-55: of mixed case the capitals are the checksum; all of one case has none. */
function isHexAddress(text: string): boolean {
  const figures = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (figures === undefined) return false;
  if (figures === figures.toLowerCase() || figures === figures.toUpperCase()) return true;
  const hash = keccak_256(new TextEncoder().encode(figures.toLowerCase()));
  return [...figures].every((figure, at) => {
    const half = at % 2 === 0 ? (hash[at >> 1] ?? 0) >> 4 : (hash[at >> 1] ?? 0) & 15;
    return figure === (half >= 8 ? figure.toUpperCase() : figure.toLowerCase());
  });
}

/** What cannot be decoded is no address. */
function decodedBy<Decoded>(decode: () => Decoded): Decoded | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
