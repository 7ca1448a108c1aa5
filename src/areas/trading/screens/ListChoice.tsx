import { lazy, Suspense, useState } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { tradingContract, type Watchlist } from '../contract.ts';

/** It has forms, and what checks forms is larger than the rest of the terminal's own script. */
const WatchLists = lazy(() => import('./WatchLists.tsx'));

interface ListChoiceProps {
  readonly platform: PlatformKey;
  readonly lists: readonly Watchlist[];
}

/** Which of the client's lists is in sight, and the way to what there is to do with them. */
export function ListChoice({ platform, lists }: ListChoiceProps) {
  const { t } = useWords();
  const nameOf = useListName();
  const [isOpen, setOpen] = useState(false);
  const choose = useWrite(tradingContract.calls.chooseWatchlist);
  // What is being chosen stands already while it is on its way.
  const chosen = choose.isPending ? choose.variables.id : lists.find((each) => each.is_chosen)?.id;
  return (
    <>
      {lists.length > 1 && (
        <SelectField
          label={t('trading.list')}
          value={String(chosen)}
          options={lists.map((list) => ({ value: String(list.id), label: nameOf(list) }))}
          onChange={(event) => choose.mutate({ id: Number(event.target.value) })}
        />
      )}
      <WriteFailure failure={choose.error} />
      <div>
        <Button look="quiet" size="small" icon="settings" onClick={() => setOpen(true)}>
          {t('trading.lists.manage')}
        </Button>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('trading.lists')}>
        <Suspense fallback={<SkeletonCard />}>
          <WatchLists platform={platform} lists={lists} nameOf={nameOf} />
        </Suspense>
      </Dialog>
    </>
  );
}

/** The first list has no name until it is given one. */
function useListName(): (list: Pick<Watchlist, 'name'>) => string {
  const { t } = useWords();
  return ({ name }) => name ?? t('trading.list.first');
}
