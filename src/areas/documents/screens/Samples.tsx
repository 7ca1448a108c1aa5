import { useClientPart } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Stack } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { documentsContract } from '../contract.ts';
import styles from './Documents.module.css';

interface SamplesProps {
  readonly list: 'sampledocs' | 'pordocs';
  /** Of whoever led here; left out: the client's own. */
  readonly flowCountry: string | undefined;
}

/** What the client's company accepts, and what it has to show. */
export function Samples({ list, flowCountry }: SamplesProps) {
  const { t } = useWords();
  const company = useClientPart((state) => state.client?.company_id);
  const own = useClientPart((state) => state.client?.country);
  const country = flowCountry ?? own;
  const read = useRead(
    documentsContract.calls.samples,
    { file: `${list}-${company ?? 0}.json`, ...(country === undefined ? {} : { country }) },
    { enabled: company !== undefined },
  );
  return (
    <Card title={t('documents.samples')}>
      <Loaded read={read}>
        {({ samples }) => (
          <Stack>
            <ul className={styles.samples}>
              {samples.map(({ key, name }) => (
                <li key={key}>{name}</li>
              ))}
            </ul>
            <h3>{t('documents.shows')}</h3>
            <ul className={styles.samples}>
              {(samples[0]?.shows ?? []).map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}
