import { useState } from 'react';
import type { z } from 'zod';
import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Columns, Facts, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import type { CasePartProps } from '../../../ui/desk/area.ts';
import { countryName } from '../../../ui/desk/names.ts';
import { companyName } from '../../../law/companyNames.ts';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { duplicatesContract, type Finding } from '../contract.ts';
import { DecisionDialog } from './DecisionDialog.tsx';

const { calls } = duplicatesContract;
type Line = z.infer<typeof calls.findings.output>['client'];

/** Two clients who have something in common, beside each other, and whether they are one person. */
export default function CaseDuplicate({ subject, clientId, onDone }: CasePartProps) {
  const [thing, id = ''] = subject.split(':');
  return thing === 'duplicate' && clientId !== null ? <Both id={Number(id)} clientId={clientId} onDone={onDone} /> : null;
}

interface BothProps extends Pick<CasePartProps, 'onDone'> {
  /** The finding's number. */
  readonly id: number;
  readonly clientId: number;
}

function Both({ id, clientId, onDone }: BothProps) {
  const { t } = useWords();
  const [opened, setOpened] = useState<Finding>();
  const read = useRead(calls.findings, { client_id: String(clientId) });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={5} />}>
      {({ client, findings }) => {
        const finding = findings.find((each) => each.id === id);
        if (!finding) return null;
        return (
          <Stack>
            <Columns isLevel>
              <OneOfBoth line={client} title={t(finding.is_earlier ? 'duplicates.later' : 'duplicates.earlier')} />
              <OneOfBoth line={finding.other} title={t(finding.is_earlier ? 'duplicates.earlier' : 'duplicates.later')} />
            </Columns>
            {finding.decision === null && (
              <div>
                <Button onClick={() => setOpened(finding)}>{t('duplicates.decide')}</Button>
              </div>
            )}
            {opened && <DecisionDialog finding={opened} onClose={() => setOpened(undefined)} onDone={onDone} />}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function OneOfBoth({ line, title }: { readonly line: Line; readonly title: string }) {
  const { t } = useWords();
  const { client_id: id, name, email, company, country, status } = line;
  return (
    <section aria-label={String(id)}>
      <h3>
        <PageLink to={{ page: deskLinks.client, params: { id } }}>
          {t('duplicates.one', { id: String(id), when: title })}
        </PageLink>
      </h3>
      <Facts
        items={[
          { key: 'name', name: t('duplicates.name'), value: name === '' ? t('duplicates.noName') : name },
          { key: 'email', name: t('duplicates.email'), value: <bdi>{email}</bdi> },
          { key: 'company', name: t('duplicates.company'), value: companyName(company, t) },
          { key: 'country', name: t('duplicates.country'), value: countryName(country) },
          { key: 'status', name: t('duplicates.status'), value: status },
        ]}
      />
    </section>
  );
}
