import type { FastifyRequest } from 'fastify';
import { addressIn } from '../../base/network.ts';
import type { Whereabouts } from '../../base/whereabouts.ts';

const longestCity = 80;

/**
 * What our proxy says of where the caller's address is, in the headers that the broker names; undefined where it says nothing. Who comes
 * by no proxy of ours can write any header, and is not believed.
 */
export function whereaboutsOf(
  { ip, headers, socket }: Pick<FastifyRequest, 'ip' | 'headers' | 'socket'>,
  { countryHeader, cityHeader }: { readonly countryHeader: string; readonly cityHeader: string },
): Whereabouts | undefined {
  const isByProxy = addressIn(ip) !== addressIn(socket.remoteAddress ?? '');
  if (!isByProxy || countryHeader === '') return undefined;
  const country = String(headers[countryHeader] ?? '').toUpperCase();
  // Those who sell such tables write XX for who knows where, and T1 for those who hide it.
  if (!/^[A-Z]{2}$/.test(country) || country === 'XX') return undefined;
  const said = cityHeader === '' ? '' : decoded(String(headers[cityHeader] ?? ''));
  const city = said.replaceAll(/\p{C}/gu, '').trim().slice(0, longestCity);
  return { country, city: city === '' ? null : city };
}

/** Headers come byte by byte: names in other letters are UTF-8, or written in percents. */
function decoded(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString('utf8');
  try {
    return decodeURIComponent(utf8.includes('\uFFFD') ? text : utf8).toWellFormed();
  } catch {
    return text;
  }
}
