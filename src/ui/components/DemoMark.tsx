import { useWords } from '../words/context.tsx';
import { Status } from './Status.tsx';

/** Stands beside whatever is play money, wherever money stands too. */
export function DemoMark() {
  const { t } = useWords();
  return <Status tone="warn">{t('ui.demo')}</Status>;
}
