import type { AreaScreens, Found, FindQuestion } from '../../ui/page/screen.ts';
import { transferIcons, transferTitle } from '../../ui/money/TransferTable.tsx';
import { pageLinks } from '../../protocol/pageLinks.ts';
import { searchContract } from './contract.ts';

/** No screens of its own: what it finds shows in the frame's search. */
export const searchScreens: AreaScreens = { area: 'search', words: ['search', 'money'], screens: [], find };

async function find({ api, text, words }: FindQuestion): Promise<readonly Found[]> {
  const [{ results }] = await Promise.all([
    api.send(searchContract.calls.search, { q: text.slice(0, 60) }),
    words.load(searchScreens.words),
  ]);
  const { t, money, date } = words;
  return results.map((result): Found => {
    switch (result.kind) {
      case 'account':
        return {
          key: `account:${result.number}`,
          title: result.title,
          detail: t(result.is_demo ? 'search.demo' : 'search.live', { number: String(result.number), currency: result.currency }),
          icon: 'accounts',
          to: { page: pageLinks.account, params: { id: result.number } },
        };
      case 'wallet':
        return {
          key: `wallet:${result.number}`,
          title: t('money.wallet', { currency: result.currency }),
          detail: String(result.number),
          icon: 'wallet',
          to: { page: pageLinks.wallet, query: { currency: result.currency } },
        };
      case 'transfer':
        return {
          key: `transfer:${result.id}`,
          title: transferTitle(result, t),
          detail: t('search.transfer', {
            id: String(result.id),
            amount: money(result.amount, result.currency),
            date: date(result.created_at),
          }),
          icon: transferIcons[result.transfer_type],
          to: { page: pageLinks.transfer, params: { id: result.id } },
        };
    }
  });
}
