/** An address as text is never longer; whatever is longer came out of a forged header. */
const longestAddress = 45;

/** The address of what a proxy wrote: some write the caller's port behind it, and an IPv6 address with one in brackets. */
export function addressIn(written: string): string {
  if (written.startsWith('[')) return written.slice(1, written.indexOf(']') > 0 ? written.indexOf(']') : undefined);
  const [address = '', port, ...more] = written.split(':', 3);
  return port !== undefined && more.length === 0 && address.includes('.') ? address : written;
}

/**
 * The network whose callers are counted together: an IPv4 address whole, an IPv6 address by its first 64 bits, because
 * whoever is given one address of those is given all of them (RFC 6177). An IPv4 address written as IPv6 is the IPv4 one
 * (RFC 4291 §2.5.5.2). What is no address stands for itself.
 */
export function networkOf(written: string): string {
  const address = addressIn(written);
  const read = readAddress(address);
  if (read === undefined) return address.split('%', 1).join('').slice(0, longestAddress);
  return typeof read === 'string' ? read : `${hexOf(read.slice(0, 4))}::/64`;
}

/**
 * The 48 bits that an IPv6 network lies in: a site is given as many as 65 536 networks of 64 at once (RFC 6177), so what comes
 * from all of them has a wider limit of its own. Undefined for IPv4, and for what is no address.
 */
export function wideNetworkOf(written: string): string | undefined {
  const read = readAddress(addressIn(written));
  return typeof read === 'object' ? `${hexOf(read.slice(0, 3))}::/48` : undefined;
}

/** An IPv4 address that was written as IPv6, or the eight groups of an IPv6 address; undefined for anything else. */
function readAddress(address: string): string | readonly number[] | undefined {
  const [bare = ''] = address.split('%', 1);
  const groups = bare.includes(':') ? groupsOf(bare) : undefined;
  if (!groups) return undefined;
  const [mark = 0, high = 0, low = 0] = groups.slice(5);
  if (mark === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return groups;
}

function hexOf(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}

const groupCount = 8;

/** The eight groups of an IPv6 address; undefined when it is none. */
function groupsOf(address: string): readonly number[] | undefined {
  const [before = '', after, ...more] = address.split('::');
  if (more.length > 0) return undefined;
  const head = readGroups(before);
  const tail = readGroups(after ?? '');
  const left = groupCount - head.length - tail.length;
  if (after === undefined ? left !== 0 : left < 1) return undefined;
  const groups = [...head, ...Array.from({ length: left }, () => 0), ...tail];
  return groups.some(Number.isNaN) ? undefined : groups;
}

function readGroups(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(group)?.slice(1).map(Number);
    if (bytes) return [(bytes[0] ?? 0) * 256 + (bytes[1] ?? 0), (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0)];
    return [/^[\da-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN];
  });
}
