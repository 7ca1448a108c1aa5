import type { Handlers } from '../../wire/call.ts';
import { confirm } from './confirm.ts';
import type { remittanceContract } from './contract.ts';
import { openEngine } from './engine.ts';
import { save } from './save.ts';
import type { Needs } from './work.ts';

export const calls = (house: Needs) => {
  const engine = openEngine(house);
  return {
    async process(input, ctx) {
      if (input.action === 'confirm') return confirm(house, ctx, input);
      return save({ house, engine }, ctx, input);
    },
  } satisfies Handlers<typeof remittanceContract>;
};
