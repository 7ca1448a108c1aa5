import { useState } from 'react';
import { useClient } from '../../../ui/api/context.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { openingContract, type Offer, type OfferedType, type OpenOrder, type Opened } from '../contract.ts';
import { firstType, offeredHere, derivedFor } from './choice.ts';

export interface OpenFormProps {
  readonly group: 'live' | 'demo';
  readonly offer: Offer;
  readonly query: Readonly<
    Partial<
      Record<
        'account' | 'leverage' | 'currency' | 'swap_free' | 'available_types' | 'name' | 'mobileAppAction' | 'opened',
        string
      >
    >
  >;
  readonly send: (order: OpenOrder) => Promise<Opened>;
}

/** An order for an account, from the type that a link may have chosen to the account that was opened. */
export function useOpening({ group, offer, query, send }: OpenFormProps) {
  const { is_terms_agreed: isAgreed } = useClient();
  const open = useOpen();
  const [opened, setOpened] = useState<Opened>();
  const types = offeredHere(offer.account_types, query);
  const typeNamed = (name: string) => types.find((type) => type.name === name);
  const form = useForm({
    name: `opening.${group}.${query.account ?? ''}`,
    form: openingContract.forms.open,
    initial: {
      account: firstType(types, { wanted: query.account, platform: offer.default_platform })?.name ?? '',
      currency: query.currency ?? '',
      leverage: query.leverage ?? '',
      swap_free: query.swap_free === '1' || query.swap_free === 'true',
      demo_trade_balance: offer.demo.balance,
      account_name: query.name ?? '',
      non_professional: false,
      i_agree_nasdaq: false,
      i_agree_tc: false,
    },
    derive: (next, before) => derivedFor(types, next, before),
    hidden: ({ account }) => [
      ...(group === 'demo' ? [] : (['demo_trade_balance'] as const)),
      ...(typeNamed(account)?.swapFree === 'choice' ? [] : (['swap_free'] as const)),
      ...(typeNamed(account)?.family === 'stock' ? [] : (['non_professional', 'i_agree_nasdaq'] as const)),
      // Document 2 §4: only as long as the terms are not agreed to.
      ...(isAgreed ? (['i_agree_tc'] as const) : []),
    ],
    supply: () => ({ account_group: group }),
    submit: async (order) => {
      const answer = await send(order);
      setOpened(answer);
      // A reload comes back to what was opened, and to no form that one press would open a twin with.
      open({ page: openingContract.pages[group], query: { ...query, opened: answer.number } }, { replace: true });
    },
  });
  const { account } = form.values;
  const choice = useTypeChoice({ types, account, set: (name) => form.set('account', name) });
  return { form, types, type: typeNamed(account), choice, opened };
}

interface TypeChoice {
  readonly types: readonly OfferedType[];
  readonly account: string;
  readonly set: (account: string) => void;
}

/** Document 2 §4: the pro type shows a note, also when a link has chosen it, and leaving it goes back to the type before. */
function useTypeChoice({ types, account, set }: TypeChoice) {
  const isPro = (name: string): boolean => types.find((type) => type.name === name)?.family === 'pro';
  const [before, setBefore] = useState(() => (isPro(account) ? types.find(({ name }) => !isPro(name))?.name : undefined));
  return {
    isAsking: before !== undefined,
    choose: (name: string): void => {
      if (isPro(name)) setBefore(account);
      set(name);
    },
    take: (): void => setBefore(undefined),
    leave: (): void => {
      if (before !== undefined) set(before);
      setBefore(undefined);
    },
  };
}
