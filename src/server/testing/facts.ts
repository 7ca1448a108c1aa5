import { acrossFacts } from './acrossFacts.ts';
import { cardFacts } from './cardFacts.ts';
import { clientStatusFacts } from './clientStatusFacts.ts';
import { collateralFacts } from './collateralFacts.ts';
import { copyingFacts } from './copyingFacts.ts';
import { dormancyFacts } from './dormancyFacts.ts';
import { entranceFacts } from './entranceFacts.ts';
import { goldFacts } from './goldFacts.ts';
import { investorFacts, newsFacts, shareFacts } from './investorFacts.ts';
import { moneyFacts } from './moneyFacts.ts';
import { moveFacts } from './moveFacts.ts';
import { negativeFacts } from './negativeFacts.ts';
import { otherFacts } from './otherFacts.ts';
import { paperFacts } from './paperFacts.ts';
import { payoutFacts } from './payoutFacts.ts';
import { providerFacts } from './providerFacts.ts';
import { resetFacts } from './resetFacts.ts';
import { restrictionFacts } from './restrictionFacts.ts';
import { swapFreeFacts } from './swapFreeFacts.ts';
import { toolFacts } from './toolFacts.ts';
import { tradingFacts } from './tradingFacts.ts';
import { unverifiedFacts } from './unverifiedFacts.ts';
import type { Fact } from './telling.ts';

/** Every fact that a client is told of; `told.test.ts` makes each happen, `noticeTypes.test.ts` holds them to what areas declare. */
export const facts: readonly Fact[] = [
  ...dormancyFacts,
  ...moneyFacts,
  ...negativeFacts,
  ...acrossFacts,
  ...goldFacts,
  ...collateralFacts,
  ...payoutFacts,
  ...unverifiedFacts,
  ...tradingFacts,
  ...copyingFacts,
  ...paperFacts,
  ...providerFacts,
  ...investorFacts,
  ...shareFacts,
  ...newsFacts,
  ...otherFacts,
  ...toolFacts,
  ...cardFacts,
  ...entranceFacts,
  ...restrictionFacts,
  ...swapFreeFacts,
  ...clientStatusFacts,
];

/** Those that change who the client is: they happen to another one. */
export const factsOfAnother: readonly Fact[] = [...moveFacts, ...resetFacts];
