import { expect } from 'vitest';
import type { Currency } from '../../base/currency.ts';
import { openCounter, type Counter } from './paymentsFixture.ts';
import { holdSweeps, sweep } from './telling.ts';

/** An application of its own with a client who has prepaid cards. */
export interface CardFixture extends Counter {
  /** Asks for a card; the issuer has it. */
  asked(currency: Currency): Promise<number>;
  /** The same until it can be used. */
  active(currency: Currency): Promise<number>;
  /** Asks the issuer about every card, whenever it would be asked. */
  follow(): Promise<void>;
  referenceOf(id: number): Promise<string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of the data by expecting it
  own(id: number): Promise<any>;
}

export async function openCardFixture(name: string, { wallet }: { readonly wallet: string }): Promise<CardFixture> {
  const counter = await openCounter(name, { dollars: '0', wallet });
  const { app, client, payments } = counter;
  await holdSweeps(app, ['prepaidCards.due']);
  const look = async () => (await app.call({ method: 'GET', path: 'api/prepaid-cards', as: client })).data;
  const referenceOf = async (id: number): Promise<string> =>
    (await app.owner.sql.one<{ reference: string }>('select reference from prepaid_card where id = $1', [id])).reference;
  const follow = async (): Promise<void> => {
    await app.drain();
    await app.owner.sql.run(`update prepaid_card set due_at = '2000-01-01'`);
    await sweep(app, 'prepaidCards.due');
  };
  const asked = async (currency: Currency): Promise<number> => {
    const { offer } = await look();
    const { fee } = offer.currencies.find((each: { currency: string }) => each.currency === currency);
    const address = { street: '1 Long Street', city: 'Cape Town', postcode: '8001' };
    const body = { currency, name_on_card: offer.name_on_card, ...address, accept_terms: true, fee };
    const { errors, data } = await payments.post('api/prepaid-cards', body);
    expect(errors).toEqual([]);
    await follow();
    return data.card.id;
  };
  return {
    ...counter,
    asked,
    follow,
    referenceOf,
    async active(currency) {
      const id = await asked(currency);
      const reference = await referenceOf(id);
      for (let phase = 0; phase < 4; phase += 1) await payments.post(`/sandbox/payments/${reference}`, { outcome: 'approved' });
      await follow();
      return id;
    },
    own: async (id) => (await look()).cards.find((each: { id: number }) => each.id === id),
  };
}
