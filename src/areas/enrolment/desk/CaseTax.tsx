import { useState } from 'react';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Facts, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { countryName } from '../../../ui/desk/names.ts';
import { ReasonDialog } from '../../../ui/desk/ReasonDialog.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { enrolmentContract } from '../contract.ts';

const { calls } = enrolmentContract;
type Action = 'ask' | 'excuse';

/** A tax number that is owed: since when and why, having it told, or letting the client off it. */
export default function CaseTax({ subject, onDone }: CasePartProps) {
  const [thing, id = ''] = subject.split(':');
  return thing === 'tax' ? <Owed clientId={id} onDone={onDone} /> : null;
}

function Owed({ clientId, onDone }: Pick<CasePartProps, 'onDone'> & { readonly clientId: string }) {
  const { t, dateTime } = useWords();
  const [chosen, setChosen] = useState<Action>();
  const read = useRead(calls.dues, { client_id: clientId });
  const decide = useWrite(calls.ask);
  return (
    <Stack>
      <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
        {({ dues, tax_residency: residency }) => (
          <Facts
            items={[
              {
                key: 'residency',
                name: t('enrolment.desk.tax.residency'),
                value: residency === null ? '' : countryName(residency),
              },
              ...dues
                .filter(({ what }) => what === 'tax_number')
                .map(({ what, why, due_at: at }) => ({
                  key: what,
                  name: t(`enrolment.desk.due.${what}`),
                  value: t('enrolment.desk.due.from', { why: t(`enrolment.desk.why.${why}`), at: dateTime(at) }),
                })),
            ]}
          />
        )}
      </Loaded>
      <LinkButton look="plain" size="small" to={{ page: deskLinks.client, params: { id: Number(clientId) } }}>
        {t('enrolment.desk.tax.toClient')}
      </LinkButton>
      <div role="group" aria-label={t('enrolment.desk.tax.decide')}>
        <Button look="plain" onClick={() => setChosen('excuse')}>
          {t('enrolment.desk.tax.excuse')}
        </Button>{' '}
        <Button onClick={() => setChosen('ask')}>{t('enrolment.desk.tax.ask')}</Button>
      </div>
      {chosen && (
        <ReasonDialog
          name={`tax/${clientId}/${chosen}`}
          title={t(`enrolment.desk.tax.${chosen}.title`)}
          verb={t(`enrolment.desk.tax.${chosen}`)}
          onClose={() => setChosen(undefined)}
          act={async (reason) => {
            await decide.mutateAsync({ client_id: clientId, what: 'tax_number', action: chosen, reason });
            showToast({ tone: 'gain', title: t(`enrolment.desk.tax.${chosen}.done`) });
            onDone();
          }}
        />
      )}
    </Stack>
  );
}
