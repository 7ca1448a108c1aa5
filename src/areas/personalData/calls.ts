import type { Handlers } from '../../protocol/call.ts';
import type { personalDataContract } from './contract.ts';
import { toldRetention } from './rules.ts';

export const calls = () =>
  ({
    async retention(_input, { client }) {
      return { kinds: toldRetention(client.profile.company) };
    },
  }) satisfies Handlers<typeof personalDataContract>;
