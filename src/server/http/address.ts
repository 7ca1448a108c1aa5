import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { addressIn } from '../../base/network.ts';

/** Where a request comes from: the caller's address, without the port that some proxies write behind it. */
export function addressOf(request: Pick<FastifyRequest, 'ip'>): string {
  return addressIn(request.ip);
}

/** Networks that have names, as configurations of proxies write them. */
export const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Whether what stands in `X-Forwarded-For`, or a connection itself, is one of our proxies: an address with a port behind it is
 * one like any other. `proxies`: addresses, networks (`10.0.0.0/8`) or names of networks.
 */
export function trusting(proxies: readonly string[]): (written: string) => boolean {
  const trusted = new BlockList();
  for (const entry of proxies.flatMap((proxy) => namedNetworks[proxy] ?? [proxy])) {
    const [address = '', bits] = entry.split('/', 2);
    const family = familyOf(address);
    if (family === undefined) continue;
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return (written) => {
    const address = addressIn(written);
    const family = familyOf(address);
    return family !== undefined && trusted.check(address, family);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)];
}
