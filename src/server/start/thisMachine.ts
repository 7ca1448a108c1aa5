import { trusting } from '../http/address.ts';

const isThisMachine = trusting(['loopback']);

/** Whether the host of an address is this machine itself, so that nobody else can read what is asked there in the clear. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isThisMachine(host.replace(/^\[|\]$/g, ''));
}
