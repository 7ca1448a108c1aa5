import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import type { ClientPartProps } from '../../../ui/desk/area.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { prepaidCardsContract, type CardAtDesk } from '../contract.ts';
import { useCardColumns } from './columns.tsx';
import { HoldDialog } from './HoldDialog.tsx';

/** On a client's page: the cards that they asked for, and how far each is. */
export default function ClientCards({ clientId }: ClientPartProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<CardAtDesk>();
  const read = useRead(prepaidCardsContract.calls.ofClient, { client_id: clientId });
  const columns = useCardColumns(setChosen).filter(({ key }) => key !== 'client');
  return (
    <Card title={t('desk.section.prepaidCards')}>
      <Loaded read={read}>
        {({ cards }) =>
          cards.length === 0 ? (
            <p>{t('prepaidCards.desk.none.client')}</p>
          ) : (
            <Table label={t('desk.section.prepaidCards')} isDense rows={cards} rowKey={({ id }) => id} columns={columns} />
          )
        }
      </Loaded>
      {chosen && <HoldDialog card={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}
