import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Actions } from '../../../ui/components/Card.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { investmentsContract } from '../contract.ts';

const { calls, pages } = investmentsContract;

interface PagesProps {
  readonly of: typeof pages.list | typeof pages.closed;
  readonly answer: Pick<AnswerOf<typeof calls.list>['direct'], 'page' | 'total_items' | 'page_size'>;
}

/** From one page of investments to the next; nothing where there is one alone. */
export function Pages({ of, answer }: PagesProps) {
  const { t } = useWords();
  const { page, total_items: total, page_size: size } = answer;
  const last = Math.ceil(total / size);
  if (last <= 1) return null;
  return (
    <Actions>
      {page > 1 && (
        <LinkButton look="plain" to={{ page: of, query: { page: page - 1 } }}>
          {t('investments.newer')}
        </LinkButton>
      )}
      {page < last && (
        <LinkButton look="plain" to={{ page: of, query: { page: page + 1 } }}>
          {t('investments.older')}
        </LinkButton>
      )}
    </Actions>
  );
}
