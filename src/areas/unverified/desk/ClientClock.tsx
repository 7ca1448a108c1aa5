import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, Stack } from '../../../ui/components/Card.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { unverifiedContract, type UnverifiedClock, type UnverifiedSums } from '../contract.ts';

/** On a client's page: what came in before the papers were approved, until when it may stay, and what happens then. */
export default function ClientClock({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const read = useRead(unverifiedContract.calls.ofClient, { client_id: clientId });
  return (
    <Card title={t('desk.section.unverified')}>
      <Loaded read={read}>{({ clock }) => (clock ? <Clock clock={clock} /> : <p>{t('unverified.desk.none')}</p>)}</Loaded>
    </Card>
  );
}

function Clock({ clock: { terms, sums, held } }: { readonly clock: UnverifiedClock }) {
  const { t, money } = useWords();
  return (
    <Stack isClose>
      {terms && (
        <Facts
          items={[
            { key: 'cap', name: t('unverified.desk.cap'), value: money(terms.cap, terms.currency) },
            { key: 'left', name: t('unverified.desk.left'), value: money(terms.left, terms.currency) },
            { key: 'days', name: t('unverified.desk.stays'), value: t('unverified.desk.stays.days', { days: terms.days }) },
          ]}
        />
      )}
      {sums.length === 0 && <p>{t('unverified.desk.nothingCame')}</p>}
      {sums.map((each) => (
        <Sums key={each.currency} sums={each} />
      ))}
      {held && <Notice tone="warn">{t(`unverified.desk.held.${held}`)}</Notice>}
    </Stack>
  );
}

function Sums({ sums }: { readonly sums: UnverifiedSums }) {
  const { t, money, dateTime } = useWords();
  const { currency, next, deposits } = sums;
  return (
    <>
      <Facts
        items={[
          { key: 'came', name: t('unverified.desk.came'), value: money(sums.came, currency) },
          { key: 'here', name: t('unverified.desk.here'), value: money(sums.here, currency) },
          { key: 'gone', name: t('unverified.desk.gone'), value: money(sums.gone, currency) },
          { key: 'due', name: t('unverified.desk.until'), value: dateTime(sums.due_at) },
        ]}
      />
      <Notice tone={next === 'staff' ? 'warn' : 'note'} action={next === 'staff' ? <ToQueue /> : undefined}>
        {t(`unverified.desk.next.${next}`)}
      </Notice>
      <ul>
        {deposits.map(({ transfer_id: id, amount, left, arrived_at: at }) => (
          <li key={id}>
            {t('unverified.desk.arrived', {
              id: String(id),
              amount: money(amount, currency),
              left: money(left, currency),
              at: dateTime(at),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** To where it waits until somebody decides. */
function ToQueue() {
  const { t } = useWords();
  return (
    <LinkButton look="plain" size="small" to={{ page: deskLinks.queue, params: { queue: 'withdrawals' } }}>
      {t('unverified.desk.queue')}
    </LinkButton>
  );
}
