import { pageLinks } from '../../../protocol/pageLinks.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { PageLink, useTravel, type Target, type Travel } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Dashboard } from './dashboard.ts';
import styles from './Home.module.css';

type Line = Dashboard['begin'][number]['line'];

/** From the registration to the first trade: what is done, and each other line leads to where it is done. */
export function Beginning({ lines }: { readonly lines: Dashboard['begin'] }) {
  const { t } = useWords();
  const travel = useTravel();
  // What cannot be done anywhere yet is nobody's task.
  const shown = lines
    .map(({ line, is_done: isDone }) => ({ line, isDone, to: isDone ? undefined : targets[line](travel) }))
    .filter(({ isDone, to }) => isDone || to !== undefined);
  const done = shown.filter(({ isDone }) => isDone).length;
  if (done === shown.length) return null;
  return (
    <Card title={t('dashboard.begin')} aside={t('dashboard.begin.done', { done, all: shown.length })}>
      <ol className={styles.begin}>
        {shown.map(({ line, isDone, to }) => (
          <li key={line} data-done={isDone || undefined}>
            <span className={styles.beginMark}>{isDone && <Icon name="check" size={18} />}</span>
            {to ? <PageLink to={to}>{t(`dashboard.begin.${line}`)}</PageLink> : <span>{t(`dashboard.begin.${line}`)}</span>}
            {isDone && <span className={styles.label}>{t('dashboard.begin.isDone')}</span>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const targets: Readonly<Record<Line, (travel: Travel) => Target | undefined>> = {
  email: () => undefined,
  registration: ({ opener }) => opener('registration_step2')?.to,
  papers: ({ opener }) => opener('documents')?.to,
  test: ({ opener }) => opener('appropriateness_test')?.to,
  account: () => ({ page: pageLinks.openLive }),
  deposit: () => ({ page: pageLinks.deposit }),
  trade: () => ({ page: pageLinks.webtrader }),
};
