import type { Captured } from './relay.ts';
import { payoutsOnly, tellers, type Teller } from './tellers.ts';

/**
 * What nobody has signed so: with another secret, with none, changed after it was signed, signed as another message was, and brought to
 * the doors of all other vendors.
 */
export function forgeries(teller: Teller, heard: Readonly<Record<string, readonly Captured[]>>): readonly Captured[] {
  const own = heard[teller.name] ?? [];
  const doors = [...tellers.map(({ door }) => door), payoutsOnly];
  return own.flatMap((message, index) => {
    // Three messages are of one order: the fourth from here is of another, and says another thing.
    const other = own[(index + 4) % own.length] ?? message;
    const [signature, text] = [signatureOf(teller, message), message.raw.toString('utf8')];
    if (!/^[0-9a-f]{32,}$/i.test(signature)) throw new Error(`${teller.name} has signed nothing`);
    const altered = teller.alter(text);
    if (altered === text) throw new Error(`nothing was altered of what ${teller.name} has told`);
    return [
      signedWith(teller, message, `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`),
      signedWith(teller, message, ''),
      { ...message, raw: Buffer.from(altered) },
      signedWith(teller, message, signatureOf(teller, other)),
      ...doors.filter((door) => door !== message.path).map((path) => ({ ...message, path })),
    ];
  });
}

function signatureOf({ proof }: Teller, { headers, raw }: Captured): string {
  if ('header' in proof) return headers[proof.header] ?? '';
  return new URLSearchParams(raw.toString('utf8')).get(proof.field) ?? '';
}

function signedWith({ proof }: Teller, message: Captured, signature: string): Captured {
  if ('header' in proof) return { ...message, headers: { ...message.headers, [proof.header]: signature } };
  const form = new URLSearchParams(message.raw.toString('utf8'));
  form.set(proof.field, signature);
  return { ...message, raw: Buffer.from(form.toString()) };
}
